{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Cancel this post?]]</h1>
<div class="hello">
{{>TEXT}}
{{>ATTACHED}}
</div>
<p>[[It was going to be published at <time datetime="{{WHEN}}">{{DATE}}</time>. If you
cancel it, its text is deleted, too.]]</p>
<form method="post" action="/scheduled">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="id" value="{{ID}}">
<button type="submit">[[Cancel the post]]</button>
</form>
<p class="aside"><a href="/scheduled">[[Keep it]]</a></p>
</div>
