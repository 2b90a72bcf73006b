{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Password reset link]]</h1>
{{#ASK}}
<p>[[For <bdi>@{{NAME}}</bdi>, who has forgotten their password. Enter yours to
create the link.]]</p>
<form method="post" action="/reset">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{ID}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="password">[[Your password]]</label>
<input id="password" type="password" name="password" dir="ltr" autocomplete="current-password"
 required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">[[Create reset link]]</button>
</form>
{{/ASK}}
{{#MADE}}
<div class="field">
<label for="address">[[For <bdi>@{{NAME}}</bdi>]]</label>
<p class="hint" id="address-hint">[[With this link <bdi>@{{NAME}}</bdi> can set a new
password, once and within a day. Anyone who has it can take over the account, so
hand it over in a way you both trust. It won't be shown again.
<bdi>@{{NAME}}</bdi> is notified that you created it.]]</p>
<input id="address" type="text" value="{{ADDRESS}}" dir="ltr" readonly
 aria-describedby="address-hint">
</div>
{{/MADE}}
<p class="aside"><a href="/@{{NAME:x-path}}">[[Back to the profile]]</a></p>
</div>
