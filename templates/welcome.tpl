{{%AUTOESCAPE context="HTML"}}
<div class="door">
<div class="pitch">
{{#HOSTS_WORDS}}
<h1><bdi>{{SITE}}</bdi></h1>
<p class="body" dir="auto">{{WORDS:pre_escape}}</p>
{{#MORE}}
<p><a href="/about">[[More about {{SITE}}]]</a></p>
{{/MORE}}
{{/HOSTS_WORDS}}
{{#OUR_WORDS}}
<h1>[[A small place to talk.]]</h1>
<p>[[{{SITE}} is a microblog for people who know each other: a club, a school, a
team, a family. Write short posts, follow each other and see what's new.]]</p>
{{/OUR_WORDS}}
{{#PUBLIC}}
<p>[[You can <a href="/timeline">see what everyone is posting</a> first.]]</p>
{{/PUBLIC}}
{{#MEMBERS_ONLY}}
<p>[[Only members can read here. Sign in to see what's new.]]</p>
{{/MEMBERS_ONLY}}
{{#MEMBERS_ONLY_WANTED}}
<p>[[Only members can read here. Sign in to see what's new: you'll go straight to
the page you wanted.]]</p>
{{/MEMBERS_ONLY_WANTED}}
</div>
<section class="sheet" aria-labelledby="sign-in">
<h2 id="sign-in">[[heading|Sign in]]</h2>
{{>LOGIN}}
{{#SIGNUP_OPEN}}
<div class="join">
{{#AT_ONCE}}
<p>[[New here? All it takes is a name and a password.]]</p>
{{/AT_ONCE}}
{{#ASKED}}
<p>[[New here? Say who you are, and a host lets you in.]]</p>
{{/ASKED}}
<p><a class="button" href="{{SIGN_UP}}">[[Register]]</a></p>
</div>
{{/SIGNUP_OPEN}}
</section>
</div>
