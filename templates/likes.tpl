{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Your likes]]</h1>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts here. Posts you like appear on this page, which only
you can see.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
