{{%AUTOESCAPE context="HTML"}}
<div class="spread">
<div class="lead">
<h1 class="hush">Home</h1>
{{#WELCOME}}
<div class="hello" role="status">
<p><strong>Welcome, @<bdi>{{ME}}</bdi>.</strong> The page is yours: write a
first line below, then look at the <a href="/timeline">timeline</a> for people
to follow. Their posts appear here.</p>
</div>
{{/WELCOME}}
{{>POST_FORM}}
</div>
<section class="side card" aria-labelledby="you">
<h2 id="you"><a href="/@{{ME:x-path}}">@<bdi>{{ME}}</bdi></a></h2>
<ul class="counts">
<li><a href="/@{{ME:x-path}}/followers"
><strong>{{FOLLOWERS}}</strong> Follower{{#SEVERAL}}s{{/SEVERAL}}</a></li>
<li><a href="/@{{ME:x-path}}/following"
><strong>{{FOLLOWING}}</strong> Following</a></li>
</ul>
</section>
<section class="posts" aria-labelledby="feed">
<h2 class="label" id="feed">You and those you follow</h2>
{{#FRESH}}
<p class="fresh">{{COUNT}}{{#OR_MORE}} or more{{/OR_MORE}} new since your last visit</p>
{{/FRESH}}
{{#EMPTY}}
<p class="empty">No posts here. Write one above, or find somebody to follow on
the <a href="/timeline">timeline</a>.</p>
{{/EMPTY}}
{{>POST}}
{{>PAGER}}
</section>
</div>
