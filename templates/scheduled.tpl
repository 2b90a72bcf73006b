{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Scheduled posts]]</h1>
{{#GONE}}
<p class="hello" role="status">[[This post is no longer scheduled: it has
been published or cancelled.]]</p>
{{/GONE}}
{{#TOO_LATE}}
<p class="hello" role="status">[[It's too late to cancel this post: it's being
published right now.]]</p>
{{/TOO_LATE}}
{{#EMPTY}}
<p class="empty">[[Nothing scheduled. Open “Publish later” below a new post and
choose a time.]]</p>
{{/EMPTY}}
{{#LIST}}
<ul class="scheduled">
{{#ONE}}
<li>
<p><time id="t{{ID}}" datetime="{{WHEN}}">{{DATE}}</time></p>
{{#DUE}}
<p class="context">[[Due now: it will appear in a moment.]]</p>
{{/DUE}}
{{#REPLY}}
<p class="context">[[In reply to <a href="/@{{NAME:x-path}}/{{ID}}"><bdi>@{{NAME}}</bdi></a>]]</p>
{{/REPLY}}
{{#REPLY_GONE}}
<p class="bad">[[The post this one replies to is gone, so this one won't be
published.]]</p>
{{/REPLY_GONE}}
{{#REPLY_REFUSED}}
<p class="bad">[[You can't reply to that member's posts, so this one won't be
published.]]</p>
{{/REPLY_REFUSED}}
{{>TEXT}}
{{>ATTACHED}}
<p class="choice"><a class="button quiet" href="/edit?scheduled={{ID:url_query_escape}}" aria-describedby="t{{ID}}">[[verb|Edit]]</a>
<a class="button quiet" href="/scheduled?id={{ID:url_query_escape}}" aria-describedby="t{{ID}}">[[verb|Cancel]]</a></p>
</li>
{{/ONE}}
</ul>
{{/LIST}}
<p class="aside"><a href="/">[[Back to your home page]]</a></p>
</div>
