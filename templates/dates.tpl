{{%AUTOESCAPE context="HTML"}}
<div class="single">
{{! Translators: a date is an event here: a day, a time and a place }}
<h1>[[Dates]]</h1>
{{#EMPTY}}
<p class="empty">[[Nothing is coming up.]]
{{#SIGNED_IN}}
[[A post with a date appears here until its day is over: write one on
<a href="/">your home page</a>, and say when and where it is.]]
{{/SIGNED_IN}}
</p>
{{/EMPTY}}
{{#MONTH}}
<section aria-labelledby="month{{NUMBER}}">
<h2 class="label" id="month{{NUMBER}}">{{MONTH}}</h2>
<ul class="dates">
{{#ONE}}
<li>
<p class="day"><time datetime="{{FROM}}"><i>{{WEEKDAY}}</i> <b>{{NUMBER}}</b></time></p>
<div>
<p><a class="quote" href="/@{{NAME:x-path}}/{{ID}}">{{WORDS}}</a></p>
<p class="at">{{#HELD}}{{#NEAR}}<strong>{{NEAR}}</strong>{{COMMA}}{{/NEAR}}{{HOURS}}{{#PLACE}}{{COMMA}}<bdi>{{PLACE}}</bdi>{{/PLACE}}{{/HELD}}{{#CANCELLED}}[[<strong>Cancelled:</strong>
<s>[date: {{#NEAR}}<strong>{{NEAR}}</strong>{{COMMA}}{{/NEAR}}{{HOURS}}{{#PLACE}}{{COMMA}}<bdi>{{PLACE}}</bdi>{{/PLACE}}]</s>]]{{/CANCELLED}}</p>
<p class="context"><a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{#COMING}} · [[{{COUNT}} comes | {{COUNT}} come]]{{/COMING}}</p>
</div>
</li>
{{/ONE}}
</ul>
</section>
{{/MONTH}}
{{#PAGES}}
<nav class="pager" aria-label="[[Pages]]">
{{#SOONER}}
<a href="?start={{START:url_query_escape}}" rel="prev">[[Sooner]]</a>
{{/SOONER}}
{{#LATER}}
<a href="?start={{START:url_query_escape}}{{#AFTER}}&amp;after={{ID:url_query_escape}}{{/AFTER}}" rel="next">[[Later]]</a>
{{/LATER}}
</nav>
{{/PAGES}}
</div>
