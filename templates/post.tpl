{{%AUTOESCAPE context="HTML"}}
<article class="post">
<p class="by">
<a class="who" href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a>
<a class="when" href="/@{{NAME:x-path}}/{{ID}}"
><time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></a>
</p>
{{#REPLY}}
<p class="context">In reply to <a href="/@{{PARENT_NAME:x-path}}/{{PARENT_ID}}">@<bdi>{{PARENT_NAME}}</bdi></a></p>
{{/REPLY}}
<p class="body" dir="auto">{{BODY:pre_escape}}{{#PART}}{{#TEXT}}{{SHOWN:pre_escape}}{{/TEXT}}{{#LINK}}<a href="{{TO}}" rel="nofollow ugc noopener">{{SHOWN}}</a>{{/LINK}}{{#MENTION}}<a href="/@{{TO:x-path}}">@{{SHOWN}}</a>{{/MENTION}}{{#TAG}}<a href="/tag/{{TO:x-path}}">#{{SHOWN}}</a>{{/TAG}}{{/PART}}</p>
<p class="acts">
{{#REPLIES}}
<a href="/@{{NAME:x-path}}/{{ID}}#replies">{{COUNT}} {{#ONE}}reply{{/ONE}}{{#MANY}}replies{{/MANY}}<span class="hush"> to @{{NAME}}</span></a>
{{/REPLIES}}
{{#SIGNED_IN}}
<a href="/@{{NAME:x-path}}/{{ID}}#status">Reply<span class="hush"> to @{{NAME}}</span></a>
{{/SIGNED_IN}}
</p>
</article>
