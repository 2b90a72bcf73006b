{{%AUTOESCAPE context="HTML"}}
<li class="icon {{#MENTION}}of-mention{{/MENTION}}{{#REPLY}}of-reply{{/REPLY}}{{#CONVERSATION}}of-reply{{/CONVERSATION}}{{#LIKE}}of-like{{/LIKE}}{{#REPOST}}of-repost{{/REPOST}}{{#FOLLOW}}of-follow{{/FOLLOW}}{{#ASK}}of-follow{{/ASK}}{{#RESET}}of-mention{{/RESET}}{{#ENTER}}of-mention{{/ENTER}}{{#RENAMED}}of-mention{{/RENAMED}}{{#CODE}}of-mention{{/CODE}}{{#REMOVED}}of-mention{{/REMOVED}}{{#RESTORED}}of-mention{{/RESTORED}}{{#LETTER}}of-reply{{/LETTER}}{{#HANDLED}}of-mention{{/HANDLED}}{{#ENDED}}of-mention{{/ENDED}}{{#REMIND}}of-mention{{/REMIND}}{{#CHANGED}}of-mention{{/CHANGED}}{{#CANCELLED}}of-mention{{/CANCELLED}}{{#ANNOUNCED}}of-announced{{/ANNOUNCED}}"{{#PLACE}} id="p{{ID}}"{{/PLACE}}>
{{>FACE}}
<p><span>{{#WHO}}{{#COMMA}}, {{/COMMA}}{{#AND}} and {{/AND}}{{#LINK}}<a href="/@{{NAME:x-path}}">{{/LINK}}{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}{{#LINK}}</a>{{/LINK}}{{/WHO}}{{#OTHERS}} and {{#ALL}}<a href="/@{{ME:x-path}}/followers">{{/ALL}}{{OTHERS}} other{{#SOME}}s{{/SOME}}{{#ALL}}</a>{{/ALL}}{{/OTHERS}}
{{#MENTION}}
[[mentioned you]]
{{/MENTION}}
{{#REPLY}}
[[replied to you]]
{{/REPLY}}
{{#CONVERSATION}}
[[replied in a conversation you started]]
{{/CONVERSATION}}
{{#LIKE}}
[[liked your post]]
{{/LIKE}}
{{#REPOST}}
[[reposted your post]]
{{/REPOST}}
{{#FOLLOW}}
follow{{#ONE}}s{{/ONE}} you
{{/FOLLOW}}
{{#ASK}}
<a href="/waiting">[[asked to join]]</a>
{{/ASK}}
{{#RESET}}
[[created a link for you to set a new password]]
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
[[is your name here, because the one you had was taken]]
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
[[announced]]
{{/ANNOUNCED}}
{{#HANDLED}}
Thank you for your report: {{#POST_REMOVED}}the post was removed{{/POST_REMOVED}}{{#SUSPENDED}}the member was suspended{{/SUSPENDED}}{{#NOTED}}we talked to the member{{/NOTED}}{{#LOOKED}}we looked at it{{/LOOKED}}
{{/HANDLED}}
{{#ENDED}}
{{#MINE}}Your question{{/MINE}}{{#THEIRS}}A question you answered{{/THEIRS}} has ended: {{#ANSWER}}{{#COMMA}}, {{/COMMA}}<bdi>{{ANSWER}}</bdi> <b>{{COUNT}}</b>{{#GUESTS}} (and {{GUESTS}} guest{{#SOME}}s{{/SOME}}){{/GUESTS}}{{/ANSWER}}
{{/ENDED}}
{{#REMIND}}
You haven't answered yet: the question {{#ENDS}}ends on {{DAY}}{{/ENDS}}{{#BEGINS}}is about {{DAY}}{{/BEGINS}}
{{/REMIND}}
{{#CHANGED}}
A date you said Yes or Maybe to has changed. It's now on {{DAY}}{{#AT}}, <bdi>{{VENUE}}</bdi>{{/AT}}
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
