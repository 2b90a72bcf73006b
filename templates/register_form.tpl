{{%AUTOESCAPE context="HTML"}}
<form method="post" action="/register" data-next="{{NEXT}}">
{{#WANTED}}
<input type="hidden" name="back" value="{{WANTED}}">
{{/WANTED}}
{{#INVITED}}
<input type="hidden" name="invite" value="{{INVITE}}">
<input type="hidden" name="nonce" value="{{NONCE}}">
{{/INVITED}}
{{#BAD_FORM}}
<p class="bad" id="register-form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="register-username">[[Name]]</label>
<p class="hint" id="register-username-hint">[[2 to 20 characters: a to z, 0 to 9 and _]]</p>
<input id="register-username" type="text" name="username" value="{{USERNAME}}" dir="ltr"
 autocomplete="username" autocapitalize="none" spellcheck="false" required
 aria-describedby="register-username-hint{{#BAD_USERNAME}} register-username-bad{{/BAD_USERNAME}}"
{{#BAD_USERNAME}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_USERNAME}}
>
{{#BAD_USERNAME}}
<p class="bad" id="register-username-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_USERNAME}}
</div>
<div class="field">
<label for="register-password">[[Password]]</label>
<p class="hint" id="register-password-hint">[[At least 8 characters]]</p>
<input id="register-password" type="password" name="password" dir="ltr"
 autocomplete="new-password" minlength="8" required
 aria-describedby="register-password-hint{{#BAD_PASSWORD}} register-password-bad{{/BAD_PASSWORD}}"
{{#BAD_PASSWORD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="register-password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<div class="field">
<label for="register-password2">[[Confirm password]]</label>
<input id="register-password2" type="password" name="password2" dir="ltr"
 autocomplete="new-password" required
{{#BAD_PASSWORD2}}
 aria-invalid="true" aria-describedby="register-password2-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD2}}
>
{{#BAD_PASSWORD2}}
<p class="bad" id="register-password2-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD2}}
</div>
{{#ASKED}}
<div class="field">
<label for="register-who">[[Who are you?]]</label>
<p class="hint" id="register-who-hint">[[For the hosts of this site: they approve you if
they know you. Up to 280 characters.]]</p>
<textarea id="register-who" name="who" rows="3" required dir="auto"
 aria-describedby="register-who-hint{{#BAD_WHO}} register-who-bad{{/BAD_WHO}}"
{{#BAD_WHO}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_WHO}}
>
{{WHO:pre_escape}}</textarea>
{{#BAD_WHO}}
<p class="bad" id="register-who-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_WHO}}
</div>
{{/ASKED}}
<button type="submit" data-busy="[[Registering…]]">[[Register]]</button>
</form>
