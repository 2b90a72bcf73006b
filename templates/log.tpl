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
<p>
{{#REMOVE}}
{{#LINK}}
{{#KNOWN}}[[{{>WHO}} removed <a href="/remove?id={{POST:url_query_escape}}">a post</a> by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} removed <a href="/remove?id={{POST:url_query_escape}}">a post</a> by a former member]]{{/FORMER}}
{{/LINK}}
{{#NO_LINK}}
{{#KNOWN}}[[{{>WHO}} removed a post by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} removed a post by a former member]]{{/FORMER}}
{{/NO_LINK}}
{{/REMOVE}}
{{#RESTORE}}
{{#LINK}}
{{#KNOWN}}[[{{>WHO}} restored <a href="/remove?id={{POST:url_query_escape}}">a post</a> by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} restored <a href="/remove?id={{POST:url_query_escape}}">a post</a> by a former member]]{{/FORMER}}
{{/LINK}}
{{#NO_LINK}}
{{#KNOWN}}[[{{>WHO}} restored a post by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} restored a post by a former member]]{{/FORMER}}
{{/NO_LINK}}
{{/RESTORE}}
{{#DELETE}}
{{#KNOWN}}[[{{>WHO}} deleted a post by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} deleted a post by a former member]]{{/FORMER}}
{{/DELETE}}
{{#APPROVE}}
{{#KNOWN}}[[{{>WHO}} let in {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} let in a former member]]{{/FORMER}}
{{/APPROVE}}
{{#REFUSE}}
{{#KNOWN}}[[{{>WHO}} declined a request to join by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} declined a request to join by a former member]]{{/FORMER}}
{{/REFUSE}}
{{#HOST}}
{{#KNOWN}}[[{{>WHO}} made {{>WHOM}} a host]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} made a former member a host]]{{/FORMER}}
{{/HOST}}
{{#MODERATOR}}
{{#KNOWN}}[[{{>WHO}} made {{>WHOM}} a moderator]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} made a former member a moderator]]{{/FORMER}}
{{/MODERATOR}}
{{#PLAIN}}
{{#KNOWN}}[[{{>WHO}} made {{>WHOM}} a plain member]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} made a former member a plain member]]{{/FORMER}}
{{/PLAIN}}
{{#SUSPEND}}
{{#KNOWN}}[[{{>WHO}} suspended {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} suspended a former member]]{{/FORMER}}
{{/SUSPEND}}
{{#READMIT}}
{{#KNOWN}}[[{{>WHO}} ended the suspension of {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} ended the suspension of a former member]]{{/FORMER}}
{{/READMIT}}
{{#RESET}}
{{#KNOWN}}[[{{>WHO}} created a link for a new password for {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} created a link for a new password for a former member]]{{/FORMER}}
{{/RESET}}
{{#PASSWORD}}
{{#KNOWN}}[[{{>WHO}} set a new password for {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} set a new password for a former member]]{{/FORMER}}
{{/PASSWORD}}
{{#SETTING}}
[[{{>WHO}} changed a setting of the site]]
{{/SETTING}}
{{#CODE}}
{{#KNOWN}}[[{{>WHO}} switched off two-step sign-in of {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} switched off two-step sign-in of a former member]]{{/FORMER}}
{{/CODE}}
{{#EXPEL}}
{{#KNOWN}}[[{{>WHO}} deleted the account of {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} deleted the account of a former member]]{{/FORMER}}
{{/EXPEL}}
{{#CLOSE}}
{{#LINK}}
{{#KNOWN}}[[{{>WHO}} closed <a href="/reports?case={{POST:url_query_escape}}">a case</a> about {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} closed <a href="/reports?case={{POST:url_query_escape}}">a case</a> about a former member]]{{/FORMER}}
{{/LINK}}
{{#NO_LINK}}
[[{{>WHO}} closed a case]]
{{/NO_LINK}}
{{/CLOSE}}
{{#NOTE}}
{{#LINK}}
{{#KNOWN}}[[{{>WHO}} sent a note about <a href="/reports?case={{POST:url_query_escape}}">a case</a> to {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} sent a note about <a href="/reports?case={{POST:url_query_escape}}">a case</a> to a former member]]{{/FORMER}}
{{/LINK}}
{{#NO_LINK}}
[[{{>WHO}} sent a note about a case]]
{{/NO_LINK}}
{{/NOTE}}
{{#DATE_OF}}
{{#KNOWN}}[[{{>WHO}} changed the date of a post by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} changed the date of a post by a former member]]{{/FORMER}}
{{/DATE_OF}}
{{#CANCEL}}
{{#KNOWN}}[[{{>WHO}} cancelled the date of a post by {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} cancelled the date of a post by a former member]]{{/FORMER}}
{{/CANCEL}}
{{#FACE}}
{{#KNOWN}}[[{{>WHO}} removed the profile picture of {{>WHOM}}]]{{/KNOWN}}
{{#FORMER}}[[{{>WHO}} removed the profile picture of a former member]]{{/FORMER}}
{{/FACE}}
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
