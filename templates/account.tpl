{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Account]]</h1>
{{#PROFILE}}
<section id="called" aria-labelledby="called-title">
<h2 class="label" id="called-title">[[Display name]]</h2>
<form method="post" action="/account/name">
<input type="hidden" name="csrf" value="{{CSRF}}">
<div class="field">
<label for="name">[[The name shown next to <bdi>@{{ME}}</bdi>]]</label>
<p class="hint" id="name-hint">[[Up to {{DISPLAY_MAX}} characters. Leave it empty if
you don't want one.]]</p>
<input id="name" type="text" name="name" value="{{TYPED}}" dir="auto"
 autocomplete="name" aria-describedby="name-hint{{#BAD_NAME}} name-bad{{/BAD_NAME}}"
{{#BAD_NAME}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_NAME}}
>
{{#BAD_NAME}}
<p class="bad" id="name-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_NAME}}
</div>
<button type="submit">[[Save]]</button>
</form>
{{#PICTURES}}
<p class="aside"><a href="/account/face">[[Profile picture]]</a></p>
{{/PICTURES}}
<p class="aside"><a href="/bio">[[About you and “Last seen”]]</a></p>
</section>
{{/PROFILE}}
<section aria-labelledby="password-title">
<h2 class="label" id="password-title">[[New password]]</h2>
<form method="post" action="/account/password">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="old">[[Current password]]</label>
<input id="old" type="password" name="old" dir="ltr" autocomplete="current-password"
 required
{{#BAD_OLD}}
 aria-invalid="true" aria-describedby="old-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_OLD}}
>
{{#BAD_OLD}}
<p class="bad" id="old-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_OLD}}
</div>
{{>NEW_PASSWORD}}
<button type="submit">[[Change password]]</button>
</form>
<p class="aside">[[Changing your password signs you out everywhere else. Your
private feed and calendar stop working until you create new addresses for
them.]]</p>
</section>
{{#TWO_STEP}}
<section aria-labelledby="code-title">
<h2 class="label" id="code-title">[[Two-step sign-in]]</h2>
{{#KEYS}}
<p>[[You help to run this site, so others depend on your account. We recommend that
you use this.]]</p>
{{/KEYS}}
<p>[[A code from your phone when you sign in, besides your password.]]
{{#ON}}[[It's on. <a href="/account/code">Change it<span class="hush">: two-step sign-in</span></a>]]{{/ON}}
{{#OFF}}[[<a href="/account/code">Set it up<span class="hush">: two-step sign-in</span></a>]]{{/OFF}}</p>
</section>
{{/TWO_STEP}}
<section id="devices" aria-labelledby="devices-title">
<h2 class="label" id="devices-title">[[Where you're signed in]]</h2>
<form method="post" action="/account/sessions">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#EACH}}
<ul class="devices">
{{#DEVICE}}
<li>
<p><strong>{{WHAT}}</strong>{{#HERE}} <span class="mark">[[this device]]</span>{{/HERE}}<br>
<span class="when">[[last used {{DAY}}]]</span></p>
<button type="submit" name="end" value="{{ID}}" class="quiet">[[Sign out<span class="hush">: {{WHAT}}</span>]]</button>
</li>
{{/DEVICE}}
</ul>
{{/EACH}}
{{#SHARED}}
<p>[[All your browsers share one session on this site, so signing out signs them
all out.]]</p>
{{/SHARED}}
<button type="submit" name="end" value="all" class="quiet">[[Sign out
everywhere]]</button>
</form>
</section>
{{#PROFILE}}
<section aria-labelledby="feed-title">
<h2 class="label" id="feed-title">[[Private feed and calendar]]</h2>
<p>[[Read your home page in a feed reader, and see the dates that are posted here
in your own calendar. <a href="/feed">Your private feed and calendar</a>]]</p>
</section>
{{/PROFILE}}
<section aria-labelledby="export-title">
<h2 class="label" id="export-title">[[Your data]]</h2>
<form method="post" action="/account/export">
<input type="hidden" name="csrf" value="{{CSRF}}">
<p>[[Get everything you've posted and liked and everyone you follow in a zip file,
with a page for reading your posts offline.]]</p>
<button type="submit" class="quiet">[[Download your data]]</button>
{{#PARTS}}
<p class="aside">[[If you have many pictures, they come in parts of 50 megabytes.
<a href="/account/export?part=next">Get the next part</a>]]</p>
{{/PARTS}}
</form>
</section>
{{>IMPORT}}
<section aria-labelledby="more">
<h2 class="label" id="more">[[More]]</h2>
<ul class="links">
<li><a href="/scheduled">[[Scheduled posts]]</a></li>
<li><a href="/likes">[[Your likes]]</a></li>
<li><a href="/saved">[[Saved posts]]</a></li>
<li><a href="/account/quiet">[[Muted and blocked members]]</a></li>
<li><a href="/account/leave">[[Leave {{SITE}}]]</a></li>
</ul>
</section>
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
</div>
