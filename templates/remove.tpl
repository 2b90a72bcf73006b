{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Remove this post?]]</h1>
<div class="focus">
<h2 class="hush">[[The post]]</h2>
{{>POST}}
</div>
{{>REMOVING}}
<form method="post" action="/remove">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="id" value="{{ID}}">
{{>REASON}}
<button type="submit">[[Remove]]</button>
</form>
<p class="aside"><a href="/@{{NAME:x-path}}/{{ID}}">[[Keep it]]</a></p>
</div>
