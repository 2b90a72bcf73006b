{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Notifications</h1>
{{#EMPTY}}
<p class="empty">Nothing yet. When somebody mentions or follows you, or
replies to, likes or reposts one of your posts, you can read it here.</p>
{{/EMPTY}}
{{#LIST}}
<ul class="notices">
{{#NOTICE}}
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
{{/NOTICE}}
</ul>
{{/LIST}}
</div>
