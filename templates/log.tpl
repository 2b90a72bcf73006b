{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Log]]</h1>
<p class="hint">[[What hosts and moderators have done, the latest first.]]</p>
{{#EMPTY}}
<p class="empty">[[Nothing yet.]]</p>
{{/EMPTY}}
<ul class="log">
{{#LINE}}
<li>
<p>{{#BY}}{{#MEMBER}}<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>{{/MEMBER}}{{#SYSTEM}}{{USER}}, on the server,{{/SYSTEM}}{{#SOMEBODY}}A former member{{/SOMEBODY}}{{/BY}}
{{#REMOVE}}removed {{#LINK}}<a href="/remove?id={{POST:url_query_escape}}">a post</a>{{/LINK}}{{#NO_LINK}}a post{{/NO_LINK}} by{{/REMOVE}}
{{#RESTORE}}restored {{#LINK}}<a href="/remove?id={{POST:url_query_escape}}">a post</a>{{/LINK}}{{#NO_LINK}}a post{{/NO_LINK}} by{{/RESTORE}}
{{#DELETE}}[[deleted a post by]]{{/DELETE}}
{{#APPROVE}}[[let in]]{{/APPROVE}}
{{#REFUSE}}[[declined a request to join by]]{{/REFUSE}}
{{#HOST}}[[made]]{{/HOST}}
{{#MODERATOR}}[[made]]{{/MODERATOR}}
{{#PLAIN}}[[made]]{{/PLAIN}}
{{#SUSPEND}}[[suspended]]{{/SUSPEND}}
{{#READMIT}}[[ended the suspension of]]{{/READMIT}}
{{#LINK}}[[created a link for a new password for]]{{/LINK}}
{{#PASSWORD}}[[set a new password for]]{{/PASSWORD}}
{{#SETTING}}[[changed a setting of the site]]{{/SETTING}}
{{#CODE}}[[switched off two-step sign-in of]]{{/CODE}}
{{#EXPEL}}[[deleted the account of]]{{/EXPEL}}
{{#CLOSE}}closed {{#LINK}}<a href="/reports?case={{POST:url_query_escape}}">a case</a> about{{/LINK}}{{#NO_LINK}}a case{{/NO_LINK}}{{/CLOSE}}
{{#NOTE}}sent a note{{#LINK}} about <a href="/reports?case={{POST:url_query_escape}}">a case</a> to{{/LINK}}{{#NO_LINK}} about a case{{/NO_LINK}}{{/NOTE}}
{{#DATE_OF}}[[changed the date of a post by]]{{/DATE_OF}}
{{#CANCEL}}[[cancelled the date of a post by]]{{/CANCEL}}
{{#FACE}}[[removed the profile picture of]]{{/FACE}}
{{#WHOM}}{{#MEMBER}}<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>{{/MEMBER}}{{#SOMEBODY}}a former member{{/SOMEBODY}}{{/WHOM}}
{{#HOST}}[[a host]]{{/HOST}}
{{#MODERATOR}}[[a moderator]]{{/MODERATOR}}
{{#PLAIN}}[[a plain member]]{{/PLAIN}}
<time class="when" datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
{{#WHY}}
<p dir="auto">{{REASON}}</p>
{{/WHY}}
</li>
{{/LINE}}
</ul>
{{#OLDER}}
<nav class="pager" aria-label="[[Older acts]]">
<a href="/log?before={{BEFORE:url_query_escape}}" rel="next">[[Older]]</a>
</nav>
{{/OLDER}}
</div>
