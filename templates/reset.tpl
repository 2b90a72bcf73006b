{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[New password]]</h1>
<p>[[For <bdi>@{{NAME}}</bdi>. This link works once. You'll be signed in here and
signed out everywhere else.]]</p>
<form method="post" action="/reset/{{TOKEN}}">
<input type="hidden" name="username" value="{{NAME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
{{>NEW_PASSWORD}}
<button type="submit">[[Set password]]</button>
</form>
</div>
