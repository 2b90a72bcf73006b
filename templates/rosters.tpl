{{%AUTOESCAPE context="HTML"}}
{{! Below a question or an announcement, on its own page. }}
<div class="rosters">
{{#ANSWERED}}
<h4><a href="/@{{NAME:x-path}}/{{ID}}/names?list={{LIST:url_query_escape}}"><bdi>{{LABEL}}</bdi></a> <span class="count">{{COUNT}}</span></h4>
{{>ROSTER}}
{{#MORE}}
<p><a href="/@{{NAME:x-path}}/{{ID}}/names?list={{LIST:url_query_escape}}&amp;from={{FROM:url_query_escape}}">[[More<span class="hush"> of: {{LABEL}}</span>]]</a></p>
{{/MORE}}
{{/ANSWERED}}
<p class="all">
{{#OTHER}}
<a href="/@{{NAME:x-path}}/{{ID}}/names?list={{LIST:url_query_escape}}">{{LABEL}}</a>
{{/OTHER}}
{{#TABLE}}
<a href="/@{{NAME:x-path}}/{{ID}}/answers.csv" download>[[Download the answers as CSV]]</a>
{{/TABLE}}
</p>
</div>
