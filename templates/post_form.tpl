{{%AUTOESCAPE context="HTML"}}
{{#ANSWERS}}
<div class="answers" id="answers">
<h2 class="label">[[Reply to [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi>{{/CALLED}}{{#PLAIN}}<bdi>@{{NAME}}</bdi>{{/PLAIN}}]]]</h2>
<p class="quoted" dir="auto">{{WORDS}}</p>
</div>
{{/ANSWERS}}
<form class="write" method="post" action="/post"{{#FILES}} enctype="multipart/form-data"{{/FILES}}>
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="nonce" value="{{NONCE}}">
{{#REPLY_TO}}
<input type="hidden" name="reply_to" value="{{ID}}">
{{/REPLY_TO}}
<label class="hush" for="status">{{#NO_REPLY}}[[Write a post]]{{/NO_REPLY}}{{#DRAFT}}[[Write a reply]]{{/DRAFT}}{{#NAMED}}[[Write a reply to [who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi>{{/CALLED}}{{#PLAIN}}<bdi>@{{NAME}}</bdi>{{/PLAIN}}]]]{{/NAMED}}</label>
{{#WRITER}}
{{>FACE}}
{{/WRITER}}
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="status" name="status" rows="1" dir="auto" required
 placeholder="{{#REPLY_TO}}[[Your reply]]{{/REPLY_TO}}{{#NO_REPLY}}[[What's new?]]{{/NO_REPLY}}"
 data-max="{{POST_LENGTH}}"
 aria-describedby="status-hint{{#BAD_STATUS}} status-bad{{/BAD_STATUS}}"
{{#BAD_STATUS}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_STATUS}}
>
{{STATUS:pre_escape}}</textarea>
<button type="submit" data-busy="[[Posting…]]">{{#REPLY_TO}}[[verb|Reply]]{{/REPLY_TO}}{{#NO_REPLY}}[[verb|Post]]{{/NO_REPLY}}</button>
<div class="more">
{{#BAD_STATUS}}
<p class="bad" id="status-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_STATUS}}
<p class="hint"><span id="status-hint">[[Up to {{POST_MAX}} characters]]</span>
<span class="count" id="status-count" dir="ltr" aria-hidden="true"></span></p>
<span class="hush" id="status-live" aria-live="polite" data-left="[[Characters left: {n}]]" data-over="[[Characters over the limit: {n}]]"></span>
</div>
<div class="extras">
<details class="later"{{#LATER}} open{{/LATER}}>
<summary>[[Publish later]]</summary>
<div class="field">
<label for="at">[[Publish at]]</label>
<p class="hint" id="at-hint">[[In this site's time zone, {{ZONE}}. Leave it empty
to publish now. You'll find it in your <a href="/scheduled">scheduled
posts</a>.]]</p>
<input id="at" type="datetime-local" name="at" value="{{AT}}"
 aria-describedby="at-hint{{#BAD_AT}} at-bad{{/BAD_AT}}"
{{#BAD_AT}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_AT}}
>
{{#BAD_AT}}
<p class="bad" id="at-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_AT}}
</div>
</details>
{{#QUESTION}}
<details class="ask"{{#OPEN}} open{{/OPEN}}>
<summary>[[Ask a question]]</summary>
<div class="field">
<label for="answers">[[Answers to choose from]]</label>
<p class="hint" id="answers-hint">[[Two to six, one on each line]]</p>
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="answers" name="answers" rows="4" dir="auto"
 aria-describedby="answers-hint{{#BAD_ANSWERS}} answers-bad{{/BAD_ANSWERS}}"
{{#BAD_ANSWERS}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_ANSWERS}}
>
{{CHOICES:pre_escape}}</textarea>
{{#BAD_ANSWERS}}
<p class="bad" id="answers-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_ANSWERS}}
</div>
<div class="choices">
<label><input type="checkbox" name="comes" value="1" aria-describedby="comes-hint"{{#COMES}} checked{{/COMES}}> <span>[[Who comes?]]</span></label>
<p class="hint" id="comes-hint">[[Asks Yes, Maybe or No, and how many guests come along. Then
leave the answers above empty.]]</p>
</div>
<div class="field">
<label for="ends">[[The question ends at]]</label>
<p class="hint" id="ends-hint">[[In this site's time zone, {{ZONE}}. Leave it empty if it
stays open.]]</p>
<input id="ends" type="datetime-local" name="ends" value="{{ENDS}}"
 aria-describedby="ends-hint{{#BAD_ENDS}} ends-bad{{/BAD_ENDS}}"
{{#BAD_ENDS}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_ENDS}}
>
{{#BAD_ENDS}}
<p class="bad" id="ends-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_ENDS}}
</div>
<div class="choices">
<label><input type="checkbox" name="several" value="1"{{#SEVERAL}} checked{{/SEVERAL}}> <span>[[Several answers are allowed]]</span></label>
<label><input type="checkbox" name="secret" value="1" aria-describedby="secret-hint"{{#SECRET}} checked{{/SECRET}}> <span>[[Secret ballot]]</span></label>
<p class="hint" id="secret-hint">[[Names are not shown: nobody sees who answered what. Whoever
runs the database could. Below five answers, the counts appear only after the end.]]</p>
<label><input type="checkbox" name="remind" value="1"
 aria-describedby="remind-hint{{#BAD_REMIND}} remind-bad{{/BAD_REMIND}}"
{{#BAD_REMIND}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_REMIND}}
{{#REMIND}}
 checked
{{/REMIND}}
> <span>[[Remind those who haven't answered]]</span></label>
<p class="hint" id="remind-hint">[[A day before the end, or before its date if it stays
open]]</p>
{{#BAD_REMIND}}
<p class="bad" id="remind-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_REMIND}}
</div>
</details>
{{/QUESTION}}
{{#DATE}}
<details class="date"{{#OPEN}} open{{/OPEN}}>
{{! Translators: an event: a day, a time and a place }}
<summary>[[Add a date]]</summary>
<div class="field">
<label for="date">[[Day]]</label>
<input id="date" type="date" name="date" value="{{DAY}}"
{{#BAD_DATE}}
 aria-describedby="date-bad" aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_DATE}}
>
</div>
<p class="hint" id="hours-hint">[[Times are in this site's time zone, {{ZONE}}. Leave them
empty for a whole day. An end after midnight is on the next day.]]</p>
<div class="hours">
<div class="field">
<label for="from">[[time|From]]</label>
<input id="from" type="time" name="from" value="{{FROM}}"
 aria-describedby="hours-hint{{#BAD_DATE}} date-bad{{/BAD_DATE}}">
</div>
<div class="field">
<label for="to">[[time|To]]</label>
<input id="to" type="time" name="to" value="{{TO}}"
 aria-describedby="hours-hint{{#BAD_DATE}} date-bad{{/BAD_DATE}}">
</div>
</div>
{{#BAD_DATE}}
<p class="bad" id="date-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_DATE}}
<div class="field">
<label for="place">[[Place]]</label>
<input id="place" type="text" name="place" value="{{PLACE}}" dir="auto"
{{#BAD_PLACE}}
 aria-describedby="place-bad" aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PLACE}}
>
{{#BAD_PLACE}}
<p class="bad" id="place-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PLACE}}
</div>
</details>
{{/DATE}}
{{#ANNOUNCEMENT}}
<details class="announce"{{#OPEN}} open{{/OPEN}}>
<summary>[[Announcement]]</summary>
<div class="choices">
<label><input type="checkbox" name="announce" value="1"
 aria-describedby="announce-hint{{#BAD_ANNOUNCE}} announce-bad{{/BAD_ANNOUNCE}}"
{{#BAD_ANNOUNCE}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_ANNOUNCE}}
{{#ANNOUNCE}}
 checked
{{/ANNOUNCE}}
> <span>[[This is an announcement]]</span></label>
<p class="hint" id="announce-hint">[[All members see it at the top of Home and Everyone, until
they press “I've read it” or it ends.]]</p>
{{#BAD_ANNOUNCE}}
<p class="bad" id="announce-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_ANNOUNCE}}
</div>
<div class="field">
<label for="until">[[Its last day]]</label>
<p class="hint" id="until-hint">[[Leave it empty for a week. It can run for 90 days at most.]]</p>
<input id="until" type="date" name="until" value="{{UNTIL}}"
 aria-describedby="until-hint{{#BAD_UNTIL}} until-bad{{/BAD_UNTIL}}"
{{#BAD_UNTIL}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_UNTIL}}
>
{{#BAD_UNTIL}}
<p class="bad" id="until-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_UNTIL}}
</div>
</details>
{{/ANNOUNCEMENT}}
{{! The last part of the form, since files stand after all other fields. }}
{{>PICTURES}}
</div>
</form>
