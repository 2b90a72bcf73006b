{{%AUTOESCAPE context="HTML"}}
<div class="single thread">
<h1 class="hush">[[Post by [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi>]]]</h1>
{{#AWAY}}
<p><a href="/@{{NAME:x-path}}/{{ID}}">[[Back to the post by <bdi>@{{NAME}}</bdi>]]</a></p>
{{/AWAY}}
{{#ABOVE}}
<h2 class="hush">[[Conversation]]</h2>
{{#SKIP}}
<p><a href="#p{{ID}}">[[Skip to the post]]</a></p>
{{/SKIP}}
{{#EARLIER}}
<nav class="pager" aria-label="[[Earlier posts]]">
<a href="?after={{AFTER:url_query_escape}}" rel="prev">[[Earlier]]</a>
</nav>
{{/EARLIER}}
{{>POSTS}}
{{>ANSWER_FORM}}
{{>POST_FORM}}
{{#SIGNED_OUT}}
<p class="aside">[[<a href="{{SIGN_IN}}">Sign in</a> to reply.]]</p>
{{/SIGNED_OUT}}
{{/ABOVE}}
<section class="posts" id="replies" aria-labelledby="replies-title">
<h2 class="label" id="replies-title">{{#REPLIES}}[[Replies]]{{/REPLIES}}{{#FURTHER}}[[More of this conversation]]{{/FURTHER}}{{#PAGE}}[[Conversation]]{{/PAGE}}</h2>
{{#NO_REPLIES}}
<p class="empty">[[No replies yet.]]</p>
{{/NO_REPLIES}}
{{#BELOW}}
{{#EARLIER}}
<nav class="pager" aria-label="[[Earlier posts]]">
<a href="?after={{AFTER:url_query_escape}}" rel="prev">[[Earlier]]</a>
</nav>
{{/EARLIER}}
{{>POSTS}}
{{/BELOW}}
{{#LATER}}
<nav class="pager" aria-label="[[Later posts]]">
<a href="?after={{AFTER:url_query_escape}}" rel="next">[[Later]]</a>
</nav>
{{/LATER}}
</section>
</div>
