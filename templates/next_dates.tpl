{{%AUTOESCAPE context="HTML"}}
<section aria-labelledby="next-dates">
<h2 id="next-dates">[[Next dates]]</h2>
<ul class="next">
{{#ONE}}
<li><a href="/@{{NAME:x-path}}/{{ID}}"><span class="when">{{#HELD}}<time datetime="{{FROM}}">{{DAY}}</time>{{/HELD}}{{#CANCELLED}}[[<strong>Cancelled:</strong> <s><time datetime="{{FROM}}">{{DAY}}</time></s>]]{{/CANCELLED}}</span> <bdi>{{WORDS}}</bdi></a></li>
{{/ONE}}
</ul>
<p class="all"><a href="/dates">[[All dates]]</a></p>
</section>
