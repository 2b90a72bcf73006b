{{%AUTOESCAPE context="HTML"}}
<div class="narrow fault">
{{#WAITING}}
<h1>Not yet</h1>
<p>You are registered, @<bdi>{{ME}}</bdi>, and now the people who run this site
look who you are. As soon as one of them lets you in, this page becomes your
home. Come back later: you need not do anything until then.</p>
{{/WAITING}}
{{#STOPPED}}
<h1>You were stopped</h1>
<p>The people who run this site have stopped you, @<bdi>{{ME}}</bdi>. You can
sign in, but you cannot post, like or follow. Nothing was changed just now.
Talk to them if you think that this is a mistake.</p>
{{/STOPPED}}
<p><a class="button" href="/account">Your account</a></p>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" class="plain">Sign out</button>
</form>
</div>
