{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Announcements]]</h1>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No announcements here. What is announced to everybody stays on this
page, also after its time.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
