{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
{{#REFUSE}}
<h1>[[Decline <bdi>@{{NAME}}</bdi>?]]</h1>
<div class="hello">
{{>TEXT}}
</div>
<p>[[This can't be undone. Everything about the request is deleted, and the name is
free again.]]</p>
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="refuse" value="{{ID}}">
{{>REASON}}
<button type="submit">[[Decline]]</button>
</form>
{{/REFUSE}}
{{#ALL}}
<h1>[[Approve {{COUNT}}? | Approve all {{COUNT}}?]]</h1>
<form method="post" action="/waiting">
<input type="hidden" name="csrf" value="{{CSRF}}">
<ul class="hello">
{{#ONE}}
<li><strong><bdi>@{{NAME}}</bdi></strong>
<input type="hidden" name="approve" value="{{ID}}"></li>
{{/ONE}}
</ul>
<p>[[They become members, and can read and write here at once.]]</p>
<button type="submit">[[Approve {{COUNT}} | Approve all {{COUNT}}]]</button>
</form>
{{/ALL}}
<p class="aside"><a href="/waiting">[[Back to the requests]]</a></p>
</div>
