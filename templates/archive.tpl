{{%AUTOESCAPE context="HTML"}}
<section class="posts" id="archive" aria-labelledby="archived">
<h2 id="archived">[[Imported posts]]</h2>
{{#IMPORT}}
<p class="hint">[[These posts were written on another Retwis. They only
appear on this page.]]</p>
{{/IMPORT}}
{{#FILE}}
<p class="hint">[[These posts come from a file, and so do their dates. They only
appear on this page.]]</p>
{{/FILE}}
{{>ARCHIVED}}
{{#PAGES}}
<nav class="pager" aria-label="[[Pages of imported posts]]">
{{#NEWER}}
<a href="?archived={{START:url_query_escape}}#archive" rel="prev">[[Newer]]</a>
{{/NEWER}}
{{#OLDER}}
<a href="?archived={{START:url_query_escape}}#archive" rel="next">[[Older]]</a>
{{/OLDER}}
</nav>
{{/PAGES}}
</section>
