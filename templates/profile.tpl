{{%AUTOESCAPE context="HTML"}}
<div class="spread">
<div class="lead">
<h1>@<bdi>{{NAME}}</bdi></h1>
{{#SINCE}}
<p>Here since {{SINCE}}</p>
{{/SINCE}}
</div>
<section class="side card" aria-labelledby="about">
<h2 class="hush" id="about">About</h2>
<dl class="counts">
<div><dt>Followers</dt><dd>{{FOLLOWERS}}</dd></div>
<div><dt>Following</dt><dd>{{FOLLOWING}}</dd></div>
</dl>
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
{{#ITS_ME}}
<p class="aside">This is how others see you.</p>
{{/ITS_ME}}
{{#SIGNED_OUT}}
<p class="aside"><a href="/login">Sign in</a> to follow.</p>
{{/SIGNED_OUT}}
</section>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">Posts</h2>
{{#EMPTY}}
<p class="empty">No posts here.</p>
{{/EMPTY}}
{{>POST}}
{{>PAGER}}
</section>
</div>
