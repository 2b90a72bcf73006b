{{%AUTOESCAPE context="HTML"}}
<form method="post" action="/login">
{{#WANTED}}
<input type="hidden" name="back" value="{{WANTED}}">
{{/WANTED}}
{{#BAD_FORM}}
<p class="bad" id="login-form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="login-username">[[Name]]</label>
<input id="login-username" type="text" name="username" value="{{USERNAME}}" dir="ltr"
 autocomplete="username" autocapitalize="none" spellcheck="false" required
{{#BAD_FORM}}
 aria-describedby="login-form-bad" autofocus
{{/BAD_FORM}}
{{#BAD_USERNAME}}
 aria-invalid="true" aria-describedby="login-username-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_USERNAME}}
>
{{#BAD_USERNAME}}
<p class="bad" id="login-username-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_USERNAME}}
</div>
<div class="field">
<label for="login-password">[[Password]]</label>
<input id="login-password" type="password" name="password" dir="ltr"
 autocomplete="current-password" required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="login-password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="login-password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">[[Sign in]]</button>
{{>KEPT}}
</form>
