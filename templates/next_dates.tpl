{{%AUTOESCAPE context="HTML"}}
<section aria-labelledby="next-dates">
<h2 id="next-dates">[[Next dates]]</h2>
<ul class="next">
{{#ONE}}
<li><a href="/@{{NAME:x-path}}/{{ID}}"><span class="when">{{#CANCELLED}}<strong>[[Cancelled:]]</strong> <s>{{/CANCELLED}}<time datetime="{{FROM}}">{{DAY}}{{#BEGINS}}, {{HOUR}}{{/BEGINS}}</time>{{#CANCELLED}}</s>{{/CANCELLED}}</span> <bdi>{{WORDS}}</bdi></a></li>
{{/ONE}}
</ul>
<p class="all"><a href="/dates">[[All dates]]</a></p>
</section>
