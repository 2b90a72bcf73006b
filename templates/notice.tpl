{{%AUTOESCAPE context="HTML"}}
<li class="icon {{#MENTION}}of-mention{{/MENTION}}{{#REPLY}}of-reply{{/REPLY}}{{#CONVERSATION}}of-reply{{/CONVERSATION}}{{#LIKE}}of-like{{/LIKE}}{{#REPOST}}of-repost{{/REPOST}}{{#FOLLOW}}of-follow{{/FOLLOW}}{{#ASK}}of-follow{{/ASK}}{{#RESET}}of-mention{{/RESET}}{{#ENTER}}of-mention{{/ENTER}}{{#RENAMED}}of-mention{{/RENAMED}}{{#CODE}}of-mention{{/CODE}}{{#REMOVED}}of-mention{{/REMOVED}}{{#RESTORED}}of-mention{{/RESTORED}}{{#LETTER}}of-reply{{/LETTER}}{{#HANDLED}}of-mention{{/HANDLED}}{{#ENDED}}of-mention{{/ENDED}}{{#REMIND}}of-mention{{/REMIND}}{{#CHANGED}}of-mention{{/CHANGED}}{{#CANCELLED}}of-mention{{/CANCELLED}}{{#ANNOUNCED}}of-announced{{/ANNOUNCED}}"{{#PLACE}} id="p{{ID}}"{{/PLACE}}>
{{>FACE}}
<p><span>
{{#MENTION}}
[[{{>WHO}} mentioned you]]
{{/MENTION}}
{{#REPLY}}
[[{{>WHO}} replied to you]]
{{/REPLY}}
{{#CONVERSATION}}
[[{{>WHO}} replied in a conversation you started]]
{{/CONVERSATION}}
{{#LIKE}}
[[{{>WHO}} liked your post | {{>WHO}} liked your post]]
{{/LIKE}}
{{#REPOST}}
[[{{>WHO}} reposted your post | {{>WHO}} reposted your post]]
{{/REPOST}}
{{#FOLLOW}}
[[{{>WHO}} follows you | {{>WHO}} follow you]]
{{/FOLLOW}}
{{#ASK}}
[[{{>WHO}} <a href="/waiting">asked to join</a>]]
{{/ASK}}
{{#RESET}}
[[{{>WHO}} created a link for you to set a new password]]
{{/RESET}}
{{#ENTER}}
[[You signed in on a new device or from a new place. Not you?
<a href="/account">Change your password</a>.]]
{{/ENTER}}
{{#CODE}}
[[Two-step sign-in was switched off. Not you?
<a href="/account">Change your password</a>.]]
{{/CODE}}
{{#RENAMED}}
[[{{>WHO}} is your name here, because the one you had was taken]]
{{/RENAMED}}
{{#REMOVED}}
[[A moderator removed <a href="/@{{ME:x-path}}/{{ID}}">your post</a>:
<span dir="auto">{{WORDS}}</span>]]
{{/REMOVED}}
{{#RESTORED}}
[[A moderator restored your post]]
{{/RESTORED}}
{{#LETTER}}
[[A message from the moderators of this site:
<span class="note" dir="auto">{{LETTER:pre_escape}}</span>]]
{{/LETTER}}
{{#ANNOUNCED}}
[[{{>WHO}} announced]]
{{/ANNOUNCED}}
{{#HANDLED}}
{{#POST_REMOVED}}
[[Thank you for your report: the post was removed]]
{{/POST_REMOVED}}
{{#SUSPENDED}}
[[Thank you for your report: the member was suspended]]
{{/SUSPENDED}}
{{#NOTED}}
[[Thank you for your report: we talked to the member]]
{{/NOTED}}
{{#LOOKED}}
[[Thank you for your report: we looked at it]]
{{/LOOKED}}
{{/HANDLED}}
{{#ENDED}}
{{#MINE}}
[[Your question has ended: {{>RESULT}}]]
{{/MINE}}
{{#THEIRS}}
[[A question you answered has ended: {{>RESULT}}]]
{{/THEIRS}}
{{/ENDED}}
{{#REMIND}}
{{#ENDS}}
[[You haven't answered yet: the question ends on {{DAY}}]]
{{/ENDS}}
{{#BEGINS}}
[[You haven't answered yet: the question is about {{DAY}}]]
{{/BEGINS}}
{{/REMIND}}
{{#CHANGED}}
{{#AT}}
[[A date you said Yes or Maybe to has changed. It's now on {{DAY}}, <bdi>{{VENUE}}</bdi>]]
{{/AT}}
{{#NOWHERE}}
[[A date you said Yes or Maybe to has changed. It's now on {{DAY}}]]
{{/NOWHERE}}
{{/CHANGED}}
{{#CANCELLED}}
[[A date you said Yes or Maybe to was cancelled]]
{{/CANCELLED}}
</span>
<time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></p>
{{#POST}}
<a class="quote" href="/@{{NAME:x-path}}/{{ID}}"{{#NAMED}} id="words{{ID}}"{{/NAMED}} dir="auto">{{WORDS}}</a>
{{/POST}}
{{#LEAVE}}
<p class="hint"><button type="submit" class="plain" name="leave" value="{{ID}}" aria-describedby="words{{ID}}">[[Leave this conversation]]</button></p>
{{/LEAVE}}
{{#JOIN}}
<p class="hint"><span>[[You've left this conversation.]]</span>
<button type="submit" class="plain" name="join" value="{{ID}}" aria-describedby="words{{ID}}">[[Join again]]</button></p>
{{/JOIN}}
</li>
