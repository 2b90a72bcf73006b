{{%AUTOESCAPE context="HTML"}}
{{#ANSWERS}}
<div class="answers" id="answers">
<h2 class="label">Reply to {{#CALLED}}<bdi>{{DISPLAY}}</bdi>{{/CALLED}}{{#PLAIN}}@<bdi>{{NAME}}</bdi>{{/PLAIN}}</h2>
<p class="quoted" dir="auto">{{WORDS}}</p>
</div>
{{/ANSWERS}}
<form class="write" method="post" action="/post">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="nonce" value="{{NONCE}}">
{{#REPLY_TO}}
<input type="hidden" name="reply_to" value="{{ID}}">
{{/REPLY_TO}}
<label class="hush" for="status">{{#REPLY_TO}}Write a reply{{/REPLY_TO}}{{#NO_REPLY}}Write a post{{/NO_REPLY}}{{#NAMED}} to {{#CALLED}}<bdi>{{DISPLAY}}</bdi>{{/CALLED}}{{#PLAIN}}@<bdi>{{NAME}}</bdi>{{/PLAIN}}{{/NAMED}}</label>
{{#WRITER}}
<i class="f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></i>
{{/WRITER}}
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="status" name="status" rows="1" dir="auto" required
 placeholder="{{#REPLY_TO}}Your reply{{/REPLY_TO}}{{#NO_REPLY}}What's new?{{/NO_REPLY}}"
 data-max="{{POST_MAX}}"
 aria-describedby="status-hint{{#BAD_STATUS}} status-bad{{/BAD_STATUS}}"
{{#BAD_STATUS}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_STATUS}}
>
{{STATUS:pre_escape}}</textarea>
<button type="submit" data-busy="Posting…">{{#REPLY_TO}}Reply{{/REPLY_TO}}{{#NO_REPLY}}Post{{/NO_REPLY}}</button>
<div class="more">
{{#BAD_STATUS}}
<p class="bad" id="status-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_STATUS}}
<p class="hint"><span id="status-hint">Up to {{POST_MAX}} characters</span>
<span class="count" id="status-count" aria-hidden="true"></span></p>
<span class="hush" id="status-live" aria-live="polite"></span>
<details class="later"{{#LATER}} open{{/LATER}}>
<summary>Publish later</summary>
<div class="field">
<label for="at">Publish at</label>
<p class="hint" id="at-hint">In this site's time zone, {{ZONE}}. Leave it empty
to publish now. You'll find it in your <a href="/scheduled">scheduled
posts</a>.</p>
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
</div>
</form>
