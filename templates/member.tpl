{{%AUTOESCAPE context="HTML"}}
<div class="lead member">
{{>FACE}}
<h1{{#CALLED}} class="two"{{/CALLED}}>{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</h1>
{{#BIO}}
<p class="bio" dir="auto">{{BIO}}</p>
{{/BIO}}
<p class="since">
{{#IS_SUSPENDED}}
<span class="mark">[[one member|Suspended]]</span>
{{/IS_SUSPENDED}}
{{#IS_HOST}}
<span class="mark">[[Host]]</span>
{{/IS_HOST}}
{{#IS_MODERATOR}}
<span class="mark">[[Moderator]]</span>
{{/IS_MODERATOR}}
{{#SINCE}}
<span>[[Joined {{SINCE}}]]</span>
{{/SINCE}}
{{#LAST_SEEN}}
<span>[[Last seen {{DAY}}]]</span>
{{/LAST_SEEN}}
{{#FEED}}
<a href="{{FEED}}">[[Atom feed]]</a>
{{/FEED}}
</p>
</div>
<section class="side card" aria-labelledby="about">
<h2 class="hush" id="about">[[profile|About]]</h2>
{{#FOLLOW}}
<form method="post" action="/follow">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#CAN_FOLLOW}}
<button type="submit" name="follow" value="{{ID}}">[[Follow<span class="hush"> @{{NAME}}</span>]]</button>
{{/CAN_FOLLOW}}
{{#CAN_STOP}}
<button type="submit" class="quiet" name="unfollow" value="{{ID}}">[[Following ✓<span class="hush"> (unfollow @{{NAME}})</span>]]</button>
{{/CAN_STOP}}
</form>
{{/FOLLOW}}
{{#FOLLOWS_ME}}
<p class="mark">[[Follows you]]</p>
{{/FOLLOWS_ME}}
{{#IS_MUTED}}
<p class="mark">[[Muted]]</p>
{{/IS_MUTED}}
{{#IS_BLOCKED}}
<p class="mark">[[Blocked]]</p>
{{/IS_BLOCKED}}
{{#KNOWN}}
<p class="known">{{#TOTAL}}[[{{COUNT}} follower you know: | {{COUNT}} followers you know:]]{{/TOTAL}}
{{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}{{#MORE}} …{{/MORE}}</p>
{{/KNOWN}}
{{#QUIET}}
<details class="settings">
<summary>[[More]]</summary>
<form method="post" action="/quiet">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
<ul>
{{#CAN_MUTE}}
<li><button type="submit" class="plain" name="mute" value="{{ID}}">[[Mute<span class="hush"> @{{NAME}}</span>]]</button></li>
{{/CAN_MUTE}}
{{#CAN_UNMUTE}}
<li><button type="submit" class="plain" name="unmute" value="{{ID}}">[[Unmute<span class="hush"> @{{NAME}}</span>]]</button></li>
{{/CAN_UNMUTE}}
{{#CAN_UNBLOCK}}
<li><button type="submit" class="plain" name="unblock" value="{{ID}}">[[Unblock<span class="hush"> @{{NAME}}</span>]]</button></li>
{{/CAN_UNBLOCK}}
{{#CAN_BLOCK}}
<li><a href="/quiet?block={{ID:url_query_escape}}">[[Block<span class="hush"> @{{NAME}}</span>]]</a></li>
{{/CAN_BLOCK}}
<li><a href="/report?member={{ID:url_query_escape}}">[[Report<span class="hush"> @{{NAME}}</span>]]</a></li>
</ul>
</form>
</details>
{{/QUIET}}
{{#INVITED_BY}}
<p class="known">[[Invited by [who: <a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>]]]</p>
{{/INVITED_BY}}
{{#INVITED}}
<p class="known">{{#ALL}}[[Has invited [names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]]]{{/ALL}}[[Has invited
[names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]
and {{COUNT}} other | Has invited
[names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]
and {{COUNT}} others]]</p>
{{/INVITED}}
{{#ITS_ME}}
<p><a class="button" href="/bio">[[Edit profile]]</a></p>
{{#PICTURES}}
<p><a href="/account/face">[[Profile picture]]</a></p>
{{/PICTURES}}
<details class="settings">
<summary>[[Settings]]</summary>
<ul>
<li><a href="/account">[[Account and password]]</a></li>
{{#INVITES}}
<li><a href="/invitations">[[Invite people]]</a></li>
{{/INVITES}}
{{#RUNS}}
<li><a href="/waiting">[[Requests to join]]</a></li>
<li><a href="/reports">[[Reports]]</a></li>
{{#HOSTS}}
<li><a href="/site">[[Site settings]]</a></li>
{{/HOSTS}}
{{/RUNS}}
{{#READS_LOG}}
<li><a href="/log">[[Log]]</a></li>
{{/READS_LOG}}
<li><a href="/dates">[[Dates]]</a></li>
<li><a href="/likes">[[Your likes]]</a></li>
<li><a href="/saved">[[Saved posts]]</a></li>
<li><a href="/scheduled">[[Scheduled posts]]</a></li>
<li><a href="/feed">[[Private feed and calendar]]</a></li>
{{#LAST_VISIT}}
<li><a href="/bio#seen">[[Last seen]]</a></li>
{{/LAST_VISIT}}
<li>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" class="plain">[[Sign out]]</button>
</form>
</li>
</ul>
</details>
{{/ITS_ME}}
{{#HOSTING}}
<details class="settings">
<summary>[[Status: {{STANDING}}]]</summary>
<ul>
{{#OFFER}}
<li><a href="/standing?uid={{ID:url_query_escape}}&amp;standing={{STANDING:url_query_escape}}">{{LABEL}}</a></li>
{{/OFFER}}
</ul>
{{#CAN_REMOVE_FACE}}
<form method="post" action="/account/face">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{ID}}">
<button type="submit" name="remove" value="1" class="quiet">[[Remove profile picture]]</button>
</form>
{{/CAN_REMOVE_FACE}}
{{#CAN_RESET}}
<form method="post" action="/reset">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{ID}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
<div class="field">
<label for="own-password">[[Your password]]</label>
<p class="hint" id="own-password-hint">[[To create a link for <bdi>@{{NAME}}</bdi> to
set a new password]]</p>
<input id="own-password" type="password" name="password" dir="ltr" required
 autocomplete="current-password" aria-describedby="own-password-hint">
</div>
<button type="submit" class="quiet">[[Create reset link]]</button>
</form>
{{/CAN_RESET}}
</details>
{{/HOSTING}}
{{#SIGNED_OUT}}
<p class="aside">[[<a href="{{SIGN_IN}}">Sign in</a> to follow.]]</p>
{{/SIGNED_OUT}}
</section>
