{{%AUTOESCAPE context="HTML"}}
<div class="spread">
<div class="lead">
<h1 class="hush">[[Home]]</h1>
{{#WELCOME}}
<div class="hello" role="status">
<p>[[<strong>Welcome, <bdi>@{{ME}}</bdi>.</strong> Write your
first post below, then look at <a href="/timeline">what everyone is posting</a>
and find people to follow. Their posts appear here.]]</p>
</div>
{{/WELCOME}}
{{#NAME_SITE}}
<p class="hello">[[<a href="/site?first">Name your site</a>, and say who can
register.]]</p>
{{/NAME_SITE}}
{{>RUNNING}}
{{>POST_FORM}}
</div>
<section class="posts" aria-labelledby="feed">
<h2 class="label" id="feed">[[posts|Following]]</h2>
{{#FRESH}}
<p class="fresh">{{#ALL}}[[{{COUNT}} new since your last visit | {{COUNT}} new since your last visit]]{{/ALL}}{{#OR_MORE}}[[{{COUNT}} or more new since your last visit | {{COUNT}} or more new since your last visit]]{{/OR_MORE}}</p>
{{/FRESH}}
{{#EMPTY}}
<div class="empty">
<p>[[No posts here. Write one above, or find people to follow.]]</p>
<p><a class="button" href="/members">[[Find people]]</a></p>
</div>
{{/EMPTY}}
{{#FACES}}
<h3 class="label">[[New members to follow]]</h3>
{{>PEOPLE}}
{{/FACES}}
{{>POSTS}}
{{>PAGER}}
</section>
<div class="side desk">
<section class="card" aria-labelledby="you">
<h2 id="you"><a{{#CALLED}} class="two"{{/CALLED}} href="/@{{ME:x-path}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{ME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</a></h2>
<ul class="counts">
<li><a href="/@{{ME:x-path}}/followers"
>{{#FOLLOWERS}}[[<strong>{{COUNT}}</strong> Follower | <strong>{{COUNT}}</strong> Followers]]{{/FOLLOWERS}}</a></li>
<li><a href="/@{{ME:x-path}}/following"
>{{#FOLLOWING}}[[<strong>{{COUNT}}</strong> Following | <strong>{{COUNT}}</strong> Following]]{{/FOLLOWING}}</a></li>
<li><a href="/notifications"
>{{#NEW}}[[<strong class="unread">{{COUNT}}</strong> New notification | <strong class="unread">{{COUNT}}</strong> New notifications]]{{/NEW}}</a></li>
</ul>
</section>
{{>NEXT_DATES}}
{{#NEW_MEMBERS}}
<section aria-labelledby="members">
<h2 id="members">[[New members]]</h2>
{{>PEOPLE}}
<p class="all"><a href="/members">[[All members]]</a></p>
</section>
{{/NEW_MEMBERS}}
{{>TRENDING}}
<p class="aside">[[Short posts from people you know, newest first. No ads, no
algorithm.]]</p>
</div>
</div>
