{{%AUTOESCAPE context="HTML"}}
{{! A part of a conversation: replies are indented, by two steps at most. }}
{{#TURN}}
<div class="turn step{{STEP}}{{#APART}} apart{{/APART}}">
{{#DELETED}}
<p class="gone">[[This post was deleted.]]</p>
{{/DELETED}}
{{#REMOVED}}
<p class="gone">[[This post was removed by a moderator.]]</p>
{{/REMOVED}}
{{#HIDDEN}}
<p class="gone">{{#POST}}[[{{COUNT}} hidden post | {{COUNT}} hidden posts]]{{/POST}}{{#REPLIES}}[[{{COUNT}} hidden reply | {{COUNT}} hidden replies]]{{/REPLIES}}</p>
{{/HIDDEN}}
{{>POST}}
</div>
{{/TURN}}
{{#FOCUS}}
<div class="turn focus step{{STEP}}{{#APART}} apart{{/APART}}">
{{>POST}}
{{#READERS}}
<p class="readers">{{#OF}}[[Read by {{COUNT}} of {{MEMBERS}} | Read by {{COUNT}} of {{MEMBERS}}]]{{/OF}}{{#ALONE}}[[Read by {{COUNT}} | Read by {{COUNT}}]]{{/ALONE}}</p>
{{/READERS}}
{{>ROSTERS}}
{{#LIKERS}}
<p class="known">{{#ALL}}[[Liked by [names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]]]{{/ALL}}[[Liked by
[names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]
and {{COUNT}} other | Liked by
[names: {{#WHO}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/WHO}}]
and {{COUNT}} others]]</p>
{{/LIKERS}}
{{! What else can be done with the post, or with its conversation. }}
{{#TOOLS}}
<p class="tools">
{{#SAVE}}
<button type="submit" class="plain" name="save" value="{{ID}}">[[bookmark|Save]]</button>
{{/SAVE}}
{{#UNSAVE}}
<button type="submit" class="plain" name="unsave" value="{{ID}}">[[Saved (undo)]]</button>
{{/UNSAVE}}
{{#EDIT}}
<a href="/edit?id={{ID:url_query_escape}}">[[Edit this post]]</a>
{{/EDIT}}
{{#DATE}}
{{! Translators: of the event }}
<a href="/edit?date={{ID:url_query_escape}}">[[Change the date]]</a>
<a href="/edit?cancel={{ID:url_query_escape}}">[[Cancel this date]]</a>
{{/DATE}}
{{#PIN}}
<button type="submit" class="plain" name="pin" value="{{ID}}">[[Pin to your profile]]</button>
{{/PIN}}
{{#UNPIN}}
<button type="submit" class="plain" name="unpin" value="{{ID}}">[[Unpin]]</button>
{{/UNPIN}}
{{#DELETE}}
<a href="/delete?id={{ID:url_query_escape}}">[[Delete this post]]</a>
{{/DELETE}}
{{#REPORT}}
<a href="/report?post={{ID:url_query_escape}}">[[Report this post]]</a>
{{/REPORT}}
{{#REMOVE}}
<a href="/remove?id={{ID:url_query_escape}}">[[Remove this post]]</a>
{{/REMOVE}}
{{#LEAVE}}
<button type="submit" class="plain" name="leave" value="{{ID}}">[[Leave this conversation]]</button>
{{/LEAVE}}
{{#JOIN}}
<span>[[You've left this conversation.]]</span>
<button type="submit" class="plain" name="join" value="{{ID}}">[[Join again]]</button>
{{/JOIN}}
</p>
{{/TOOLS}}
</div>
{{/FOCUS}}
