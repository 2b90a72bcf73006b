{{%AUTOESCAPE context="HTML"}}
<article class="post" aria-label="{{#CALLED}}{{DISPLAY}} {{/CALLED}}@{{NAME}}, {{AGO}}">
{{>FACE}}
<div class="by">
<h3><span class="who{{#CALLED}} two{{/CALLED}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}@<bdi>{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</span></h3>
<span class="when"><time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></span>
</div>
{{#REPLY}}
<p class="context">In reply to <a href="/@{{TO:x-path}}">@<bdi>{{TO}}</bdi></a></p>
{{/REPLY}}
{{#REPLIED}}
<p class="context">In reply to @<bdi>{{TO}}</bdi></p>
{{/REPLIED}}
{{>TEXT}}
{{#MINE}}
<p class="acts"><a href="/delete?archived={{ID:url_query_escape}}">Delete<span class="hush"> the post of {{DATE}}</span></a></p>
{{/MINE}}
</article>
