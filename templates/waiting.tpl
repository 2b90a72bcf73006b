{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Requests to join</h1>
{{#NOBODY}}
<p class="empty">Nobody is waiting for approval.</p>
{{/NOBODY}}
<ul class="waiting">
{{#ONE}}
<li>
<i class="f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></i>
<div>
<p><strong>@<bdi>{{NAME}}</bdi></strong>
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
{{>TEXT}}
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="approve" value="{{ID}}">Approve<span class="hush"> @{{NAME}}</span></button>
<button type="submit" name="refuse" value="{{ID}}" class="quiet">Decline<span class="hush"> @{{NAME}}</span></button>
</form>
</div>
</li>
{{/ONE}}
</ul>
{{#ALL}}
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#EACH}}
<input type="hidden" name="approve" value="{{ID}}">
{{/EACH}}
<button type="submit" class="quiet">Approve all {{N}}</button>
</form>
{{/ALL}}
{{#MORE}}
<p class="aside">{{N}} more requests will appear when these are done.</p>
{{/MORE}}
<p class="aside">If you decline a request, everything about it is deleted and the
name is free again.</p>
</div>
