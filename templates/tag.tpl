{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1><bdi>#{{TAG}}</bdi></h1>
{{#FEED}}
<p class="since"><a href="{{FEED}}">[[Atom feed]]</a></p>
{{/FEED}}
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts here.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
