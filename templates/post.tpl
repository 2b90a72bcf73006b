{{%AUTOESCAPE context="HTML"}}
<article class="post" id="p{{ID}}"{{#ANNOUNCED}} data-announced{{/ANNOUNCED}} aria-labelledby="by{{ID}}">
{{>FACE}}
{{#ANNOUNCED}}
<p class="icon announced"><span>[[Announcement until <time datetime="{{DAY}}">{{UNTIL}}</time>]]</span></p>
{{/ANNOUNCED}}
{{#PINNED}}
<p class="context">[[Pinned]]</p>
{{/PINNED}}
{{#SUSPENDED}}
<p class="context">[[Suspended: only hosts and moderators see this]]</p>
{{/SUSPENDED}}
{{#REPOSTED}}
<p class="context">[[[who: <a href="/@{{BY:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{BY}}</bdi></a>] reposted]]</p>
{{/REPOSTED}}
<div class="by" id="by{{ID}}">
<h3><a class="who{{#CALLED}} two{{/CALLED}}" href="/@{{NAME:x-path}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</a></h3>
<a class="when" href="/@{{NAME:x-path}}/{{ID}}"
><time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time></a>
{{#EDITED}}
<span class="when">{{#AT}}[[(edited <time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>)]]{{/AT}}{{#ONCE}}[[(edited)]]{{/ONCE}}</span>
{{/EDITED}}
</div>
{{#REPLY}}
<p class="context">[[In reply to <a href="/@{{PARENT_NAME:x-path}}/{{PARENT_ID}}"><bdi>@{{PARENT_NAME}}</bdi></a>]]</p>
{{/REPLY}}
{{>TEXT}}
{{#PICTURES}}
<div class="pictures of{{COUNT}}">
{{#PICTURE}}
<p{{#TALL}} class="tall"{{/TALL}}><a href="/@{{NAME:x-path}}/{{ID}}/{{N}}"><img src="{{FILE}}" {{#SOURCES}}srcset="{{SMALL}} {{SMALL_WIDTH}}w, {{FILE}} {{WIDTH}}w" sizes="calc({{PERCENT}} * min(36.75rem, 100vw - 5.25rem) / 100)" {{/SOURCES}}width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{WORDS}}" loading="lazy" decoding="async">{{#ANIMATED}} <small>[[Animated]]</small>{{/ANIMATED}}</a></p>
{{/PICTURE}}
</div>
{{/PICTURES}}
{{#DATED}}
<p class="dated icon"><span>
{{#HELD}}
{{! Translators: {day} may be "Today, 5 December 2026, 19:30", and {hour} "22:00". }}
{{#ENDS}}[[<time datetime="{{FROM}}">{{DAY}}</time> to <time datetime="{{TO}}">{{HOUR}}</time>]]{{/ENDS}}{{#ENDLESS}}<time datetime="{{FROM}}">{{DAY}}</time>{{/ENDLESS}}
{{/HELD}}
{{#CANCELLED}}
{{#ENDS}}[[<strong>Cancelled:</strong> <s><time datetime="{{FROM}}">{{DAY}}</time> to <time datetime="{{TO}}">{{HOUR}}</time></s>]]{{/ENDS}}{{#ENDLESS}}[[<strong>Cancelled:</strong> <s><time datetime="{{FROM}}">{{DAY}}</time></s>]]{{/ENDLESS}}
{{/CANCELLED}}
{{#PLACE}}
<span class="place"><bdi>{{PLACE}}</bdi></span>
{{/PLACE}}
{{#CALENDAR}}
<a href="/@{{NAME:x-path}}/{{ID}}.ics">[[Add to calendar]]</a>
{{/CALENDAR}}
</span></p>
{{/DATED}}
{{#QUESTION}}
<div class="question">
{{#COMES}}
<p class="asked">[[Who comes?]]</p>
{{/COMES}}
<ul>
{{#OPTION}}
<li>
{{#GIVE}}
{{! Translators: a verb; the answer follows, as in "Answer: Yes" }}
<button type="submit" class="option{{#OWN}} own{{/OWN}}" name="answer" value="{{ID}}.{{N}}" id="o{{ID}}-{{N}}" aria-labelledby="o{{ID}}-{{N}} by{{ID}}"><span class="hush">[[Answer:]] </span>
{{/GIVE}}
{{#TAKE}}
{{! Translators: a verb; one's own answer follows }}
<button type="submit" class="option own" name="unanswer" value="{{ID}}.{{N}}" id="o{{ID}}-{{N}}" aria-labelledby="o{{ID}}-{{N}} by{{ID}}"><span class="hush">[[Take back:]] </span>
{{/TAKE}}
{{#ROW}}
<div class="option{{#OWN}} own{{/OWN}}">
{{/ROW}}
<span class="words" dir="auto">{{WORDS}}</span>
{{#MINE}}
<small>{{#ALONE}}[[(your answer)]]{{/ALONE}}{{#WITH}}[[(your answer, with {{COUNT}} guest) | (your answer, with {{COUNT}} guests)]]{{/WITH}}</small>
{{/MINE}}
{{#COUNTED}}
<b>{{COUNT}}</b><meter min="0" max="{{MOST}}" value="{{LONG}}" aria-hidden="true"></meter>
{{/COUNTED}}
{{#BUTTON_END}}
</button>
{{/BUTTON_END}}
{{#ROW_END}}
</div>
{{/ROW_END}}
</li>
{{/OPTION}}
</ul>
<p class="tally">
{{#COMING}}
[[{{COUNT}} comes | {{COUNT}} come]] ·
{{/COMING}}
{{#COMING_WITH}}
{{! Translators: {come} is two at least; the form is that of {count} guests. }}
[[{{COME}} come, {{COUNT}} of them a guest | {{COME}} come, {{COUNT}} of them guests]] ·
{{/COMING_WITH}}
{{#ANSWERED}}
[[{{COUNT}} answered | {{COUNT}} answered]] ·
{{/ANSWERED}}
{{#UNANSWERED}}
[[No answers yet]] ·
{{/UNANSWERED}}
{{#SEVERAL}}
[[You can choose several]] ·
{{/SEVERAL}}
{{#SECRET}}
[[Secret ballot]] ·
{{/SECRET}}
{{#NAMED}}
[[Names are visible]] ·
{{/NAMED}}
{{#ENDS}}
[[Ends <time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>]]
{{/ENDS}}
{{#ENDED}}
[[Ended <time datetime="{{WHEN}}" title="{{DATE}}">{{AGO}}</time>]]
{{/ENDED}}
{{#ENDLESS}}
[[No end]]
{{/ENDLESS}}
</p>
{{#HIDDEN}}
<p class="tally">{{#OR_END}}[[The counts appear after the end, or once
{{COUNT}} member has answered. | The counts appear after the end, or once
{{COUNT}} members have answered.]]{{/OR_END}}{{#NO_END}}[[The counts appear once
{{COUNT}} member has answered. | The counts appear once
{{COUNT}} members have answered.]]{{/NO_END}}</p>
{{/HIDDEN}}
</div>
{{/QUESTION}}
{{#READ}}
<p class="read"><button type="submit" class="quiet" name="read" value="{{ID}}" id="read{{ID}}" aria-labelledby="read{{ID}} by{{ID}}">[[I've read it]]</button></p>
{{/READ}}
<p class="acts">
{{#ANSWER}}
<a class="icon reply" href="/@{{NAME:x-path}}/{{ID}}#status" id="to{{ID}}" aria-labelledby="to{{ID}} by{{ID}}"><i>[[verb|Reply]]</i>{{#SOME}} <b>{{COUNT}}</b>{{/SOME}}</a>
{{/ANSWER}}
{{#REPOST}}
<button type="submit" class="icon repost" name="repost" value="{{ID}}" id="re{{ID}}" aria-labelledby="re{{ID}} by{{ID}}"><i>[[verb|Repost]]</i>{{#SOME}} <b>{{COUNT}}</b>{{/SOME}}</button>
{{/REPOST}}
{{#UNREPOST}}
<button type="submit" class="icon repost done" name="unrepost" value="{{ID}}" id="re{{ID}}" aria-labelledby="re{{ID}} by{{ID}}"><i>[[Reposted]]</i>{{#SOME}} <b>{{COUNT}}</b>{{/SOME}}<i> [[(undo)]]</i></button>
{{/UNREPOST}}
{{#LIKE}}
<button type="submit" class="icon like" name="like" value="{{ID}}" id="like{{ID}}" aria-labelledby="like{{ID}} by{{ID}}"><i>[[verb|Like]]</i>{{#SOME}} <b>{{COUNT}}</b>{{/SOME}}</button>
{{/LIKE}}
{{#UNLIKE}}
<button type="submit" class="icon like done" name="unlike" value="{{ID}}" id="like{{ID}}" aria-labelledby="like{{ID}} by{{ID}}"><i>[[Liked]]</i>{{#SOME}} <b>{{COUNT}}</b>{{/SOME}}<i> [[(undo)]]</i></button>
{{/UNLIKE}}
{{! Where there is nothing to press, the numbers alone. }}
{{#ANSWERS}}
<a href="/@{{NAME:x-path}}/{{ID}}#replies">[[{{COUNT}} reply | {{COUNT}} replies]]</a>
{{/ANSWERS}}
{{#REPOSTS}}
<span>[[{{COUNT}} repost | {{COUNT}} reposts]]</span>
{{/REPOSTS}}
{{#LIKES}}
<span>[[{{COUNT}} like | {{COUNT}} likes]]</span>
{{/LIKES}}
</p>
</article>
