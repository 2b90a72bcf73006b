{{%AUTOESCAPE context="HTML"}}
<div class="single">
{{#TAKEN}}
<h1>[[This case has been closed already]]</h1>
<p>[[Somebody else got there first.]] {{#ACTED}}[[What you did is done, too.]]{{/ACTED}}{{#NOTHING}}[[Nothing was changed.]]{{/NOTHING}}</p>
{{/TAKEN}}
{{#HEADING}}
<h1>[[Reports about [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>]]]</h1>
{{/HEADING}}
<p class="since">
{{#IS_SUSPENDED}}
<span class="mark">[[one member|Suspended]]</span>
{{/IS_SUSPENDED}}
{{#IS_HOST}}
<span class="mark">[[Host]]</span>
{{/IS_HOST}}
{{#IS_MODERATOR}}
<span class="mark">[[Moderator]]</span>
{{/IS_MODERATOR}}
{{#TAKEN}}
<span><a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a></span>
{{/TAKEN}}
<span>[[Opened {{OPENED}}]]</span>
<span>[[{{COUNT}} report | {{COUNT}} reports]]</span>
</p>
{{#CLOSED}}
<p class="hello">
{{#POST_REMOVED}}
[[{{>WHO}} closed this case {{DAY}}: a post was removed.]]
{{/POST_REMOVED}}
{{#SUSPENDED}}
[[{{>WHO}} closed this case {{DAY}}: the member was suspended.]]
{{/SUSPENDED}}
{{#NOTED}}
[[{{>WHO}} closed this case {{DAY}}: there was a note to the member.]]
{{/NOTED}}
{{#LOOKED}}
[[{{>WHO}} closed this case {{DAY}}: nothing else was done.]]
{{/LOOKED}}
{{#EXPIRED}}[[Nobody closed this case within half a year, so it was closed automatically.]]{{/EXPIRED}}
{{#UNTIL}}[[Everything quoted here will be deleted on {{UNTIL}}.]]{{/UNTIL}}
{{#NO_WORDS}}[[What was reported has been deleted.]]{{/NO_WORDS}}</p>
{{/CLOSED}}
{{#ABOUT}}
<section class="case" aria-labelledby="about{{ID}}">
<h2 class="label" id="about{{ID}}">{{#A_POST}}[[A post, as it was when it was reported]]{{/A_POST}}{{#THE_MEMBER}}[[About the member]]{{/THE_MEMBER}}</h2>
{{#WORDS}}
<blockquote class="quoted" dir="auto">{{WORDS:pre_escape}}</blockquote>
{{/WORDS}}
{{#THERE}}
<p><a href="/@{{NAME:x-path}}/{{ID}}">[[See the post]]</a></p>
{{/THERE}}
{{#CHANGED}}
<p>[[Its author has changed it since: <a href="/@{{NAME:x-path}}/{{ID}}">see the post</a>.]]</p>
{{/CHANGED}}
{{#REMOVED}}
<p>[[A moderator has <a href="/remove?id={{ID:url_query_escape}}">removed the post</a>.]]</p>
{{/REMOVED}}
{{#DELETED}}
<p>[[The post has been deleted. Its words are kept with the case.]]</p>
{{/DELETED}}
<p>[[{{COUNT}} report: {{REASONS}} | {{COUNT}} reports: {{REASONS}}]]</p>
<ul>
{{#TEXT}}
<li class="note" dir="auto">{{TEXT:pre_escape}}</li>
{{/TEXT}}
</ul>
{{#CAN_REMOVE}}
<p class="tools"><a href="/reports?case={{CASE:url_query_escape}}&amp;do=remove&amp;post={{ID:url_query_escape}}">[[Remove this post]]</a></p>
{{/CAN_REMOVE}}
</section>
{{/ABOUT}}
{{#NOTES}}
<section class="case" aria-labelledby="notes">
<h2 class="label" id="notes">[[Notes to the member]]</h2>
<ul>
{{#NOTE}}
<li>
<p>{{#MEMBER}}[[By <a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>]]{{/MEMBER}}{{#SOMEBODY}}[[By a former member]]{{/SOMEBODY}}
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
<p class="note" dir="auto">{{TEXT:pre_escape}}</p>
</li>
{{/NOTE}}
</ul>
</section>
{{/NOTES}}
{{#EARLIER}}
<section class="case" aria-labelledby="earlier">
<h2 class="label" id="earlier">[[Earlier cases]]</h2>
<ul>
{{#BEFORE}}
<li>
<p>{{#POST_REMOVED}}[[Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} report,
a post was removed | Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} reports,
a post was removed]]{{/POST_REMOVED}}
{{#SUSPENDED}}[[Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} report,
the member was suspended | Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} reports,
the member was suspended]]{{/SUSPENDED}}
{{#NOTED}}[[Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} report,
a note to the member | Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} reports,
a note to the member]]{{/NOTED}}
{{#LOOKED}}[[Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} report,
nothing was done | Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} reports,
nothing was done]]{{/LOOKED}}
{{#EXPIRED}}[[Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} report,
nobody handled it | Closed on <a href="/reports?case={{CASE:url_query_escape}}">{{DAY}}</a>: {{COUNT}} reports,
nobody handled it]]{{/EXPIRED}}</p>
</li>
{{/BEFORE}}
</ul>
</section>
{{/EARLIER}}
{{#OPEN}}
<section class="case" aria-labelledby="what">
<h2 class="label" id="what">[[What to do]]</h2>
<p class="tools">
{{#CAN_SUSPEND}}
<a href="/reports?case={{CASE:url_query_escape}}&amp;do=suspend">[[Suspend <bdi>@{{NAME}}</bdi>]]</a>
{{/CAN_SUSPEND}}
<a href="/reports?case={{CASE:url_query_escape}}&amp;do=note">[[Write to <bdi>@{{NAME}}</bdi>]]</a>
</p>
{{#STAFF}}
<p class="hint">[[Only a host can suspend a host or a moderator.]]</p>
{{/STAFF}}
<form method="post" action="/reports">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="case" value="{{CASE}}">
<input type="hidden" name="do" value="close">
<p>[[If there is nothing more to do, close the case. All who reported something are
thanked, and told what was done.]]</p>
<button type="submit">[[Close the case]]</button>
</form>
</section>
{{/OPEN}}
<p class="aside"><a href="/reports">[[All open cases]]</a></p>
</div>
