{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Your likes</h1>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">Posts</h2>
{{#EMPTY}}
<p class="empty">No posts here. The posts that you like are kept on this page,
and only you see it.</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
