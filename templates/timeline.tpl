{{%AUTOESCAPE context="HTML"}}
<div class="spread">
<div class="lead">
<h1>[[Everyone]]</h1>
<p>[[The newest posts from everyone here.]]
<a href="/announcements">[[Announcements]]</a>
{{#FEED}}
<a href="{{FEED}}">[[Atom feed]]</a>
{{/FEED}}
</p>
{{>RUNNING}}
</div>
<div class="side">
{{>NEXT_DATES}}
<section aria-labelledby="members">
<h2 id="members">[[New members]]</h2>
<ul class="members">
{{#MEMBER}}
<li><a{{#CALLED}} class="two"{{/CALLED}} href="/@{{NAME:x-path}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</a></li>
{{/MEMBER}}
</ul>
{{#SIGNED_IN}}
<p class="all"><a href="/members">[[All members]]</a></p>
{{/SIGNED_IN}}
</section>
{{>TRENDING}}
</div>
<section class="posts" aria-labelledby="feed">
<h2 class="hush" id="feed">[[Posts]]</h2>
{{#EMPTY}}
<p class="empty">[[No posts yet.]]</p>
{{/EMPTY}}
{{>POSTS}}
{{>PAGER}}
</section>
</div>
