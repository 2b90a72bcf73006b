{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Saved posts]]</h1>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts here. Posts you save appear on this page, which only
you can see. “Save” is below each post on its own page.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
