{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Reports]]</h1>
<p class="hint">[[What members have reported, the oldest first. All reports about one
member are one case, until somebody closes it.]]</p>
{{#EMPTY}}
<p class="empty">[[No open cases.]]</p>
{{/EMPTY}}
<ul class="log">
{{#LINE}}
<li>
<p><a href="/reports?case={{CASE:url_query_escape}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>
<span>[[{{COUNT}} report: {{REASONS}} | {{COUNT}} reports: {{REASONS}}]]</span>
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
{{#WORDS}}
<p dir="auto">{{WORDS}}</p>
{{/WORDS}}
</li>
{{/LINE}}
</ul>
{{#LATER}}
<nav class="pager" aria-label="[[Later cases]]">
<a href="/reports?after={{AFTER:url_query_escape}}" rel="next">[[Later]]</a>
</nav>
{{/LATER}}
</div>
