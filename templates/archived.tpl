{{%AUTOESCAPE context="HTML"}}
<article class="post" aria-label="[[[who: {{#CALLED}}{{DISPLAY}} {{/CALLED}}@{{NAME}}], {{AGO}}]]">
{{>FACE}}
<div class="by">
<h3><span class="who{{#CALLED}} two{{/CALLED}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</span></h3>
<span class="when"><time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></span>
</div>
{{#REPLY}}
<p class="context">[[In reply to <a href="/@{{TO:x-path}}"><bdi>@{{TO}}</bdi></a>]]</p>
{{/REPLY}}
{{#REPLIED}}
<p class="context">[[In reply to <bdi>@{{TO}}</bdi>]]</p>
{{/REPLIED}}
{{>TEXT}}
{{#PICTURES}}
<div class="pictures of{{COUNT}}">
{{#PICTURE}}
<p{{#TALL}} class="tall"{{/TALL}}><a href="{{LARGE}}"><img src="{{FILE}}" {{#SOURCES}}srcset="{{SMALL}} {{SMALL_WIDTH}}w, {{FILE}} {{WIDTH}}w" sizes="calc({{PERCENT}} * min(36.75rem, 100vw - 5.25rem) / 100)" {{/SOURCES}}width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{WORDS}}" loading="lazy" decoding="async">{{#ANIMATED}}<small>[[Animated]]</small>{{/ANIMATED}}</a></p>
{{/PICTURE}}
</div>
{{/PICTURES}}
{{#MINE}}
<p class="acts"><a href="/delete?archived={{ID:url_query_escape}}">[[Delete<span class="hush"> the post of {{DATE}}</span>]]</a></p>
{{/MINE}}
</article>
