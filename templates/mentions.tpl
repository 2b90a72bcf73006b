{{%AUTOESCAPE context="HTML"}}
<div class="spread">
{{>MEMBER}}
<div>
{{>TABS}}
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Mentions]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts mention <bdi>@{{NAME}}</bdi> yet.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
</div>
