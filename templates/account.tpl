{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Account</h1>
{{#SAVED}}
<p class="hello" role="status">Your display name is saved. Your older posts show it
in a moment.</p>
{{/SAVED}}
{{#CHANGED}}
<p class="hello" role="status">You have a new password. Wherever else you were
signed in, you are signed out now.</p>
{{/CHANGED}}
{{#PROFILE}}
<section id="called" aria-labelledby="called-title">
<h2 class="label" id="called-title">Display name</h2>
<form method="post" action="/account/name">
<input type="hidden" name="csrf" value="{{CSRF}}">
<div class="field">
<label for="name">What others read beside @<bdi>{{ME}}</bdi></label>
<p class="hint" id="name-hint">Up to {{DISPLAY_MAX}} characters. Leave it empty to
have none.</p>
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
<button type="submit">Save</button>
</form>
<p class="aside"><a href="/bio">Your line, and your last visit</a></p>
</section>
{{/PROFILE}}
<section aria-labelledby="password-title">
<h2 class="label" id="password-title">New password</h2>
<form method="post" action="/account/password">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="old">The password that you have</label>
<input id="old" type="password" name="old" autocomplete="current-password"
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
<button type="submit">Change password</button>
</form>
<p class="aside">A new password signs you out everywhere else, and your private
feed stops until you make a new address for it.</p>
</section>
<section id="devices" aria-labelledby="devices-title">
<h2 class="label" id="devices-title">Where you are signed in</h2>
<form method="post" action="/account/sessions">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#EACH}}
<ul class="devices">
{{#DEVICE}}
<li>
<p><strong>{{WHAT}}</strong>{{#HERE}} <span class="mark">here</span>{{/HERE}}<br>
<span class="when">last used {{DAY}}</span></p>
<button type="submit" name="end" value="{{ID}}" class="quiet">Sign out<span class="hush">: {{WHAT}}</span></button>
</li>
{{/DEVICE}}
</ul>
{{/EACH}}
{{#SHARED}}
<p>All your browsers share one session here, so they sign out together.</p>
{{/SHARED}}
<button type="submit" name="end" value="all" class="quiet">Sign out
everywhere</button>
</form>
</section>
{{#PROFILE}}
<section aria-labelledby="feed-title">
<h2 class="label" id="feed-title">Private feed</h2>
<p>A feed reader can show you what your home page does.
<a href="/feed">Your private feed</a></p>
</section>
{{/PROFILE}}
<section aria-labelledby="export-title">
<h2 class="label" id="export-title">Your copy</h2>
<form method="post" action="/account/export">
<input type="hidden" name="csrf" value="{{CSRF}}">
<p>Take along what you wrote, liked and whom you follow: a zip file, with a page
to read your posts without the site.</p>
<button type="submit" class="quiet">Download a copy</button>
</form>
</section>
{{>IMPORT}}
<section aria-labelledby="more">
<h2 class="label" id="more">All else that is yours</h2>
<ul class="links">
<li><a href="/scheduled">Scheduled posts</a></li>
<li><a href="/likes">Your likes</a></li>
<li><a href="/account/leave">Leave {{SITE}}</a></li>
</ul>
</section>
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
</div>
