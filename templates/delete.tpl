{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Delete this post?]]</h1>
<div class="focus">
<h2 class="hush">[[The post]]</h2>
{{>POST}}
</div>
<p>[[This can't be undone.]]{{#LISTED}} [[The post disappears from every page, and so
do its reposts. Replies to it stay.]]{{/LISTED}}</p>
<form method="post" action="/delete">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="{{FIELD}}" value="{{ID}}">
<button type="submit">[[Delete]]</button>
</form>
<p class="aside"><a href="/@{{NAME:x-path}}{{#STAY}}/{{ID}}{{/STAY}}">[[Keep it]]</a></p>
</div>
