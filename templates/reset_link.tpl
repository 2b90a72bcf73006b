{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>New password link</h1>
{{#ASK}}
<p>For @<bdi>{{NAME}}</bdi>, who has forgotten the own password. Type yours,
please.</p>
<form method="post" action="/reset">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{ID}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="password">Your password</label>
<input id="password" type="password" name="password" autocomplete="current-password"
 required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">Make a link</button>
</form>
{{/ASK}}
{{#MADE}}
<div class="field">
<label for="address">For @<bdi>{{NAME}}</bdi></label>
<p class="hint" id="address-hint">By it @<bdi>{{NAME}}</bdi> sets a new password:
once, within a day. Anybody who has it can take the account, so hand it over in a way
that you both trust. You see it only here; @<bdi>{{NAME}}</bdi> is told that you
made it.</p>
<input id="address" type="text" value="{{ADDRESS}}" readonly
 aria-describedby="address-hint">
</div>
{{/MADE}}
<p class="aside"><a href="/@{{NAME:x-path}}">Back to the profile</a></p>
</div>
