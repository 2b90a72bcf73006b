{{%AUTOESCAPE context="HTML"}}
<div class="lead">
<h1>@<bdi>{{NAME}}</bdi></h1>
{{#BIO}}
<p class="bio" dir="auto">{{BIO}}</p>
{{/BIO}}
{{#SINCE}}
<p class="since">Here since {{SINCE}}</p>
{{/SINCE}}
{{#LAST_SEEN}}
<p class="since">Last seen {{DAY}}</p>
{{/LAST_SEEN}}
{{#FEED}}
<p class="since"><a href="{{FEED}}">Atom feed</a></p>
{{/FEED}}
</div>
<section class="side card" aria-labelledby="about">
<h2 class="hush" id="about">About</h2>
{{#CAN_FOLLOW}}
<form method="post" action="/follow">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{UID}}">
<input type="hidden" name="f" value="1">
<button type="submit">Follow</button>
</form>
{{/CAN_FOLLOW}}
{{#CAN_STOP}}
<form method="post" action="/follow">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{UID}}">
<input type="hidden" name="f" value="0">
<button type="submit" class="quiet">Stop following</button>
</form>
{{/CAN_STOP}}
{{#FOLLOWS_ME}}
<p class="mark">Follows you</p>
{{/FOLLOWS_ME}}
{{#KNOWN}}
<p class="known">{{KNOWN}} follower{{#SEVERAL}}s{{/SEVERAL}} you know:
{{#WHO}}
<a href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a>{{#COMMA}},{{/COMMA}}
{{/WHO}}
{{#MORE}}…{{/MORE}}</p>
{{/KNOWN}}
{{#ITS_ME}}
<p class="aside">This is how others see you.</p>
<p class="aside"><a href="/likes">Your likes</a></p>
<p class="aside"><a href="/bio">Edit your line</a></p>
<p class="aside"><a href="/feed">Your private feed</a></p>
<p class="aside"><a href="/scheduled">Your scheduled posts</a></p>
{{#LAST_VISIT}}
<p class="aside"><a href="/bio#seen">Your last visit</a></p>
{{/LAST_VISIT}}
{{/ITS_ME}}
{{#SIGNED_OUT}}
<p class="aside"><a href="/login">Sign in</a> to follow.</p>
{{/SIGNED_OUT}}
</section>
