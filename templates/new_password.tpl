{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="password">[[New password]]</label>
<p class="hint" id="password-hint">[[At least 8 characters]]</p>
<input id="password" type="password" name="password" dir="ltr"
 autocomplete="new-password" minlength="8" required
 aria-describedby="password-hint{{#BAD_PASSWORD}} password-bad{{/BAD_PASSWORD}}"
{{#BAD_PASSWORD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<div class="field">
<label for="password2">[[Confirm new password]]</label>
<input id="password2" type="password" name="password2" dir="ltr"
 autocomplete="new-password" required
{{#BAD_PASSWORD2}}
 aria-invalid="true" aria-describedby="password2-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD2}}
>
{{#BAD_PASSWORD2}}
<p class="bad" id="password2-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD2}}
</div>
