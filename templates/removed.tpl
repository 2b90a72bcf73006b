{{%AUTOESCAPE context="HTML"}}
<div class="single">
{{#TAKEN}}
<h1>[[This post has been removed already]]</h1>
{{/TAKEN}}
{{#REMOVED}}
<h1>[[This post was removed]]</h1>
{{/REMOVED}}
<p>{{#MEMBER}}[[<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a> removed it {{DAY}}.
The reason:]]{{/MEMBER}}{{#SYSTEM}}[[{{USER}}, on the server, removed it {{DAY}}. The
reason:]]{{/SYSTEM}}{{#SOMEBODY}}[[A moderator removed it {{DAY}}. The reason:]]{{/SOMEBODY}}</p>
<blockquote class="hello" dir="auto">{{REASON}}</blockquote>
{{#STAFF}}
<div class="focus">
<h2 class="hush">[[The post]]</h2>
{{>POST}}
</div>
<p>[[Only hosts and moderators can read it. It will be deleted on {{UNTIL}}.]]</p>
{{#CAN_RESTORE}}
<form method="post" action="/remove">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="restore" value="{{ID}}">[[post|Restore]]</button>
</form>
{{/CAN_RESTORE}}
{{/STAFF}}
{{#AUTHOR}}
<p>[[Only the hosts and moderators of this site can read it. It will be deleted on
{{UNTIL}}, unless one of them restores it.]]</p>
<form method="post" action="/delete">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="id" value="{{ID}}">
<button type="submit" class="quiet">[[Delete it now]]</button>
</form>
{{/AUTHOR}}
</div>
