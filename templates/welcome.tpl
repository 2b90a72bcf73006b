{{%AUTOESCAPE context="HTML"}}
<div class="pitch">
<h1>A small place to talk.</h1>
<p>Retwis is a microblog for people who know one another: a club, a school, a
team, a family. Write short posts, follow one another, read what is new.</p>
<p>It asks for a name and a password, and for nothing else.
<a href="/timeline">Read the timeline</a> first, if you like.</p>
</div>
<div class="doors">
<section class="sheet" aria-labelledby="sign-in">
<h2 id="sign-in">Sign in</h2>
{{>LOGIN}}
</section>
{{#SIGNUP_OPEN}}
<section class="sheet" aria-labelledby="join">
<h2 id="join">Register</h2>
{{/SIGNUP_OPEN}}
{{! Not inside the section, which would look for an include of its own. }}
{{>REGISTER}}
{{#SIGNUP_OPEN}}
</section>
{{/SIGNUP_OPEN}}
</div>
