{{%AUTOESCAPE context="HTML"}}
<section class="posts" id="archive" aria-labelledby="archived">
<h2 id="archived">From another Retwis</h2>
{{#IMPORT}}
<p class="hint">These posts were written there. They are on this page only.</p>
{{/IMPORT}}
{{#FILE}}
<p class="hint">These posts come from a file, with dates as the file says. They
are on this page only.</p>
{{/FILE}}
{{>ARCHIVED}}
{{#PAGES}}
<nav class="pager" aria-label="Pages of these posts">
{{#NEWER}}
<a href="?archived={{START:url_query_escape}}#archive" rel="prev">Newer</a>
{{/NEWER}}
{{#OLDER}}
<a href="?archived={{START:url_query_escape}}#archive" rel="next">Older</a>
{{/OLDER}}
</nav>
{{/PAGES}}
</section>
