{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Leave {{SITE}}]]</h1>
<p>[[This closes your account right away. This can't be undone, not even by a host.]]</p>
<h2 class="label">[[What will be deleted]]</h2>
<p>[[Your profile and all your posts, with their likes and reposts; who you follow
and who follows you; whom you've muted or blocked; your likes and reposts, saved posts, notifications, scheduled
posts and invitations. It may take a few minutes until everything is gone.]]</p>
<h2 class="label">[[What will stay]]</h2>
<p>[[Other people's posts, even if they mention you or reply to you. The name
<bdi>@{{ME}}</bdi> will no longer lead anywhere, and nobody else can take it
unless a host releases it. Backups of this site keep their copies until they're
thrown away.]]</p>
<p>[[You may want to <a href="/account#export-title">download your data</a> first:
you can't do that afterwards.]]</p>
<form method="post" action="/account/leave">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="username">[[Your name, to confirm]]</label>
<p class="hint" id="username-hint">[[Type <bdi>{{ME}}</bdi>]]</p>
<input id="username" type="text" name="username" dir="ltr" autocomplete="off" autocapitalize="none"
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
<label for="password">[[Your password]]</label>
<input id="password" type="password" name="password" dir="ltr"
 autocomplete="current-password" required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">[[Leave for good]]</button>
</form>
<p class="aside"><a href="/account">[[Back to your account]]</a></p>
</div>
