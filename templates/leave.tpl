{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Leave {{SITE}}</h1>
<p>This ends your account at once, and there is no way back, not even for a
host.</p>
<h2 class="label">This goes</h2>
<p>Your profile and all your posts, with the likes and reposts that they have;
whom you follow and who follows you; your likes and reposts, notices, scheduled
posts and invitations. It may take a few minutes until the last of it is
gone.</p>
<h2 class="label">This stays</h2>
<p>The posts of others, also those that mention you or answer you. The name
@<bdi>{{ME}}</bdi> then leads to nobody. Nobody else can take it, unless a host
gives it free. Backups of this site keep what they hold until they are thrown
away.</p>
<p><a href="/account#export-title">Take a copy along</a> first, if you like: there
is none afterwards.</p>
<form method="post" action="/account/leave">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="username">Your name, to be sure</label>
<p class="hint" id="username-hint">Type <bdi>{{ME}}</bdi></p>
<input id="username" type="text" name="username" autocomplete="off" autocapitalize="none"
 spellcheck="false" required
 aria-describedby="username-hint{{#BAD_USERNAME}} username-bad{{/BAD_USERNAME}}"
{{#BAD_USERNAME}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_USERNAME}}
>
{{#BAD_USERNAME}}
<p class="bad" id="username-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_USERNAME}}
</div>
<div class="field">
<label for="password">Your password</label>
<input id="password" type="password" name="password"
 autocomplete="current-password" required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">Leave for good</button>
</form>
<p class="aside"><a href="/account">Back to your account</a></p>
</div>
