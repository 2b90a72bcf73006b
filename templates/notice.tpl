{{%AUTOESCAPE context="HTML"}}
<li>
<p class="did">
<span>{{#WHO}}{{#COMMA}}, {{/COMMA}}{{#AND}} and {{/AND}}<a href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a>{{/WHO}}{{#OTHERS}} and {{OTHERS}} others{{/OTHERS}}
{{#MENTION}}
mentioned you
{{/MENTION}}
{{#REPLY}}
replied to you
{{/REPLY}}
{{#LIKE}}
liked your post
{{/LIKE}}
{{#REPOST}}
reposted your post
{{/REPOST}}
{{#FOLLOW}}
follows you
{{/FOLLOW}}
</span>
{{#NEW}}
<strong class="mark">New</strong>
{{/NEW}}
<time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>
</p>
{{#POST}}
<a class="quote" href="/@{{NAME:x-path}}/{{ID}}" dir="auto">{{WORDS}}</a>
{{/POST}}
</li>
