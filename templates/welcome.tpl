{{%AUTOESCAPE context="HTML"}}
<div class="door">
<div class="pitch">
<h1>A small place to talk.</h1>
<p>{{SITE}} is a microblog for people who know one another: a club, a school, a
team, a family. Write short posts, follow one another, read what is new.</p>
{{#PUBLIC}}
<p><a href="/timeline">Read the timeline</a> first, if you like.</p>
{{/PUBLIC}}
{{#MEMBERS_ONLY}}
<p>Only its members read here. Sign in to see what is new.</p>
{{/MEMBERS_ONLY}}
</div>
<section class="sheet" aria-labelledby="sign-in">
<h2 id="sign-in">Sign in</h2>
{{>LOGIN}}
{{#SIGNUP_OPEN}}
<div class="join">
<p>New here? All it takes is a name and a password.</p>
<p><a class="button" href="/register">Register</a></p>
</div>
{{/SIGNUP_OPEN}}
</section>
</div>
