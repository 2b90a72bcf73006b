{{%AUTOESCAPE context="HTML"}}
<div class="narrow fault">
{{#WAITING}}
<h1>[[Waiting for approval]]</h1>
<p>[[Thanks for registering, <bdi>@{{ME}}</bdi>. The people who run this site have your
request. As soon as one of them approves it, this page becomes your home page.
You don't need to do anything until then.]]</p>
{{/WAITING}}
{{#STOPPED}}
<h1>[[Your account is suspended]]</h1>
<p>{{#FOR_GOOD}}[[The people who run this site have suspended your account,
<bdi>@{{ME}}</bdi>.]]{{/FOR_GOOD}}{{#UNTIL}}[[The people who run this site have
suspended your account, <bdi>@{{ME}}</bdi>, until {{DAY}}.]]{{/UNTIL}}{{#WHY}}
[[The reason:]]{{/WHY}}</p>
{{#WHY}}
<blockquote class="hello" dir="auto">{{REASON}}</blockquote>
{{/WHY}}
<p>[[You can sign in, but you can't post, like or follow, and others don't see your
posts. Nothing was changed just now. If you think this is a mistake, talk to the
people who run this site.]]</p>
{{/STOPPED}}
<p><a class="button" href="/account">[[Your account]]</a></p>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" class="plain">[[Sign out]]</button>
</form>
</div>
