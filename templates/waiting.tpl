{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Requests to join]]</h1>
{{#NOBODY}}
<p class="empty">[[Nobody is waiting for approval.]]</p>
{{/NOBODY}}
<ul class="waiting">
{{#ONE}}
<li>
{{>FACE}}
<div>
<p><strong><bdi>@{{NAME}}</bdi></strong>
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
{{>TEXT}}
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="approve" value="{{ID}}">[[Approve<span class="hush"> @{{NAME}}</span>]]</button>
<a class="button quiet" href="/waiting?refuse={{ID:url_query_escape}}">[[Decline<span class="hush"> @{{NAME}}</span>]]</a>
</form>
</div>
</li>
{{/ONE}}
</ul>
{{#ALL}}
<p><a class="button quiet" href="/waiting?all=1">[[Approve {{COUNT}} | Approve all {{COUNT}}]]</a></p>
{{/ALL}}
{{#MORE}}
<p class="aside">[[{{COUNT}} more request will appear when these are done. | {{COUNT}} more requests will
appear when these are done.]]</p>
{{/MORE}}
</div>
