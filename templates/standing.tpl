{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
{{#HOST}}
<h1>[[Make <bdi>@{{NAME}}</bdi> a host?]]</h1>
<p>[[Hosts run this site together. <bdi>@{{NAME}}</bdi> will be able to let people
in, suspend members, and make other hosts or take that away, even from you.]]</p>
{{/HOST}}
{{#MODERATOR}}
<h1>[[Make <bdi>@{{NAME}}</bdi> a moderator?]]</h1>
<p>[[Everyone will see on the profile that <bdi>@{{NAME}}</bdi> helps to run this
site. Moderators can remove posts, suspend members and let people in.]]</p>
{{/MODERATOR}}
{{#MEMBER}}
<h1>[[Make <bdi>@{{NAME}}</bdi> a member?]]</h1>
<p>[[<bdi>@{{NAME}}</bdi> will no longer help to run this site.]]</p>
{{/MEMBER}}
{{#SUSPEND}}
{{>SUSPENDING}}
{{/SUSPEND}}
{{#TAKEN}}
<h1>[[<bdi>@{{NAME}}</bdi> is suspended already]]</h1>
<p>{{#MEMBER}}[[<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a> has suspended the
account. The reason:]]{{/MEMBER}}{{#SYSTEM}}[[{{USER}}, on the server, has suspended the
account. The reason:]]{{/SYSTEM}}{{#SOMEBODY}}[[A host or a moderator has suspended the
account. The reason:]]{{/SOMEBODY}}</p>
<blockquote class="hello" dir="auto">{{REASON}}</blockquote>
{{/TAKEN}}
{{#RESTORE}}
<h1>[[Restore <bdi>@{{NAME}}</bdi>?]]</h1>
<p>[[The account will work again as it did before it was suspended.]]</p>
{{/RESTORE}}
{{#STEP_DOWN}}
<h1>[[Stop being a host?]]</h1>
<p>[[You can't undo this yourself: only another host can make you a host again.]]</p>
{{/STEP_DOWN}}
{{#YOURSELF}}
<h1>[[You can't suspend yourself.]]</h1>
<p>[[Nobody could let you back in from here. If you want to close your account, you
can <a href="/account/leave">leave</a>.]]</p>
{{/YOURSELF}}
{{#FORM}}
<form method="post" action="/standing">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="uid" value="{{ID}}">
<input type="hidden" name="standing" value="{{STANDING}}">
<input type="hidden" name="confirm" value="1">
{{#WHY}}
{{>REASON}}
{{>UNTIL}}
{{/WHY}}
{{#PASSWORD}}
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="password">[[Your password]]</label>
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
{{>CODE_FIELD}}
{{/PASSWORD}}
<button type="submit">{{BUTTON}}</button>
</form>
{{/FORM}}
<p class="aside"><a href="/@{{NAME:x-path}}">[[Back to the profile]]</a></p>
</div>
