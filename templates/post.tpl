{{%AUTOESCAPE context="HTML"}}
<article class="post">
<p class="by">
<a class="who" href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a>
<a class="when" href="/@{{NAME:x-path}}/{{ID}}"
><time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></a>
</p>
<p class="body" dir="auto">{{BODY:pre_escape}}</p>
</article>
