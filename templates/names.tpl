{{%AUTOESCAPE context="HTML"}}
<div class="single roster">
<h1>{{#ANSWERS}}[[Who has answered]]{{/ANSWERS}}{{#READERS}}[[Who has read it]]{{/READERS}}</h1>
<h2 class="hush">[[The post]]</h2>
{{>POSTS}}
<nav class="letters" aria-label="[[Lists]]">
<ul>
{{#ONE}}
<li><a href="?list={{LIST:url_query_escape}}"{{#HERE}} aria-current="page"{{/HERE}}><bdi>{{LABEL}}</bdi></a></li>
{{/ONE}}
</ul>
</nav>
<section aria-labelledby="names">
<h2 id="names"><bdi>{{LABEL}}</bdi>{{#TOTAL}} <span class="count">{{COUNT}}</span>{{/TOTAL}}</h2>
{{#DROPPED}}
<p class="hint">[[Only the number of those who have read it is left. Who they were is deleted thirty days after an announcement has ended.]]</p>
{{/DROPPED}}
{{#EMPTY}}
<p class="empty">{{#NOBODY}}[[Nobody.]]{{/NOBODY}}{{#NOBODY_HERE}}[[Nobody on this page.]]{{/NOBODY_HERE}}</p>
{{/EMPTY}}
{{>ROSTER}}
{{#PAGES}}
<nav class="pager" aria-label="[[Pages]]">
{{#FIRST}}
<a href="?list={{LIST:url_query_escape}}" rel="prev">[[First]]</a>
{{/FIRST}}
{{#NEXT}}
<a href="?list={{LIST:url_query_escape}}&amp;from={{FROM:url_query_escape}}" rel="next">[[Next]]</a>
{{/NEXT}}
</nav>
{{/PAGES}}
</section>
<p class="all">
<a href="/@{{NAME:x-path}}/{{ID}}">[[Back to the post]]</a>
{{#TABLE}}
<a href="/@{{NAME:x-path}}/{{ID}}/answers.csv" download>[[Download the answers as CSV]]</a>
{{/TABLE}}
</p>
</div>
