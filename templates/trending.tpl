{{%AUTOESCAPE context="HTML"}}
<section aria-labelledby="trending">
<h2 id="trending">[[Trending tags]]</h2>
<ul class="members">
{{#ONE}}
<li><a href="/tag/{{TAG:x-path}}"><bdi>#{{TAG}}</bdi></a></li>
{{/ONE}}
</ul>
</section>
