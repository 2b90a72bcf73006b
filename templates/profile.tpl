{{%AUTOESCAPE context="HTML"}}
<div class="spread">
{{>MEMBER}}
<div>
{{>TABS}}
{{#LISTED}}
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts here.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
{{/LISTED}}
{{>ARCHIVE}}
</div>
</div>
