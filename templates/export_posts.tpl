{{%AUTOESCAPE context="HTML"}}
{{#ARCHIVE}}
<h2>[[Imported posts]]</h2>
<p class="meta">[[With the dates given in the file they came from.]]</p>
{{/ARCHIVE}}
{{#POST}}
<article>
<p class="meta">{{#REPLY}}[[<time datetime="{{WHEN}}">{{DATE}}</time>, in reply to <bdi>@{{NAME}}</bdi>]]{{/REPLY}}{{#NO_REPLY}}<time datetime="{{WHEN}}">{{DATE}}</time>{{/NO_REPLY}}</p>
<p class="text" dir="auto">{{#LINE}}{{TEXT}}{{#BREAK}}<br>{{/BREAK}}{{/LINE}}</p>
{{#PICTURE}}
<img src="{{SRC}}" alt="{{ALT}}" width="{{WIDTH}}" height="{{HEIGHT}}" loading="lazy">
{{/PICTURE}}
</article>
{{/POST}}
