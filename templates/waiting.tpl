{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Who waits</h1>
{{#NOBODY}}
<p class="empty">Nobody waits to be let in.</p>
{{/NOBODY}}
<ul class="waiting">
{{#ONE}}
<li>
<i class="f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></i>
<div>
<p><strong>@<bdi>{{NAME}}</bdi></strong>
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
<p class="body" dir="auto">{{WHO:pre_escape}}</p>
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="approve" value="{{ID}}">Let in<span class="hush"> @{{NAME}}</span></button>
<button type="submit" name="refuse" value="{{ID}}" class="quiet">Refuse<span class="hush"> @{{NAME}}</span></button>
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
<button type="submit" class="quiet">Let in all {{N}}</button>
</form>
{{/ALL}}
{{#MORE}}
<p class="aside">{{N}} more came later, and follow when these are done.</p>
{{/MORE}}
<p class="aside">Nothing stays of those whom you refuse, and their names are free
again.</p>
</div>
