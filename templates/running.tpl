{{%AUTOESCAPE context="HTML"}}
<section class="running" aria-labelledby="running">
<h2 class="label icon of-announced" id="running">[[Announcements]]</h2>
{{>POSTS}}
{{#MORE}}
<p class="all"><a href="/announcements">[[and {{COUNT}} more | and {{COUNT}} more]]</a></p>
{{/MORE}}
</section>
