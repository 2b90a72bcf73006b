{{%AUTOESCAPE context="HTML"}}
{{! Include it only when there is something newer or older. }}
<nav class="pager" aria-label="[[Pages]]">
{{#NEWER}}
<a href="?start={{START:url_query_escape}}" rel="prev">[[Newer]]</a>
{{/NEWER}}
{{#OLDER}}
<a href="?start={{START:url_query_escape}}{{#AFTER}}&amp;after={{ID:url_query_escape}}{{/AFTER}}" rel="next">[[Older]]</a>
{{/OLDER}}
</nav>
