{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Account</h1>
{{#CHANGED}}
<p class="hello" role="status">You have a new password. Wherever else you were
signed in, you are signed out now.</p>
{{/CHANGED}}
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
{{>IMPORT}}
<section aria-labelledby="more">
<h2 class="label" id="more">All else that is yours</h2>
<ul class="links">
<li><a href="/bio">What your profile tells</a></li>
<li><a href="/feed">Private feed</a></li>
<li><a href="/scheduled">Scheduled posts</a></li>
<li><a href="/likes">Your likes</a></li>
</ul>
</section>
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
</div>
