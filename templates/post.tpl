{{%AUTOESCAPE context="HTML"}}
<article class="post" id="p{{ID}}">
{{#REPOST}}
<p class="context"><a href="/@{{BY:x-path}}">@<bdi>{{BY}}</bdi></a> reposted</p>
{{/REPOST}}
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
{{#REPOSTING}}
<span>
{{#DO}}
<button class="plain" form="repost" name="id" value="{{ID}}">Repost<span class="hush"> the post by @{{NAME}}</span></button>
{{/DO}}
{{#DONE}}
<button class="plain done" form="repost" name="undo" value="{{ID}}">Reposted<span class="hush"> the post by @{{NAME}}: take it back</span></button>
{{/DONE}}
{{#SOME}}{{COUNT}}<span{{#SIGNED_IN}} class="hush"{{/SIGNED_IN}}> {{#ONE}}repost{{/ONE}}{{#MANY}}reposts{{/MANY}}</span>{{/SOME}}
</span>
{{/REPOSTING}}
{{#LIKING}}
<span>
{{#DO}}
<button class="plain" form="like" name="id" value="{{ID}}">Like<span class="hush"> the post by @{{NAME}}</span></button>
{{/DO}}
{{#DONE}}
<button class="plain done" form="like" name="undo" value="{{ID}}">Liked<span class="hush"> the post by @{{NAME}}: take it back</span></button>
{{/DONE}}
{{#SOME}}{{COUNT}}<span{{#SIGNED_IN}} class="hush"{{/SIGNED_IN}}> {{#ONE}}like{{/ONE}}{{#MANY}}likes{{/MANY}}</span>{{/SOME}}
</span>
{{/LIKING}}
</p>
</article>
