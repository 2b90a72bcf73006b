{{%AUTOESCAPE context="HTML"}}
<div class="photo">
<h1 class="label">{{#OF}}[[Picture {{N}} of {{COUNT}} by [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi>]]]{{/OF}}{{#ALONE}}[[Picture by [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi>]]]{{/ALONE}}</h1>
{{#PICTURE}}
<p class="shown{{#TALL}} tall{{/TALL}}"><a href="{{FILE}}"><img src="{{FILE}}" {{#SOURCES}}srcset="{{SMALL}} {{SMALL_WIDTH}}w, {{FILE}} {{WIDTH}}w" sizes="min(66rem, 100vw)" {{/SOURCES}}width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{WORDS}}" decoding="async"></a></p>
{{#DESCRIBED}}
<p class="words" dir="auto">{{WORDS}}</p>
{{/DESCRIBED}}
{{#UNDESCRIBED}}
<p class="hint">[[Nobody has described this picture.]]</p>
{{/UNDESCRIBED}}
{{#ANIMATED}}
<p class="hint">[[This is the first frame of an animation.]]</p>
{{/ANIMATED}}
{{/PICTURE}}
{{#OTHERS}}
<nav class="pager" aria-label="[[Pictures of this post]]">
{{#PREVIOUS}}
<a href="/@{{NAME:x-path}}/{{ID}}/{{N}}" rel="prev">[[Previous picture]]</a>
{{/PREVIOUS}}
{{#NEXT}}
<a href="/@{{NAME:x-path}}/{{ID}}/{{N}}" rel="next">[[Next picture]]</a>
{{/NEXT}}
</nav>
{{/OTHERS}}
<p class="from">{{#WORDLESS}}[[From <a href="/@{{NAME:x-path}}/{{ID}}">the post</a> by
[who: <a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>],
<time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>]]{{/WORDLESS}}{{#POST}}[[From <a href="/@{{NAME:x-path}}/{{ID}}">the post</a> by
[who: <a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>],
<time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>: <bdi>{{WORDS}}</bdi>]]{{/POST}}</p>
</div>
