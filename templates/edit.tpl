{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{HEADING}}</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
{{#CHANGED}}
<p class="hello" role="alert">[[This post has changed meanwhile. The form below
has your own text: save it again if it is to replace what's there now.]]</p>
<p class="context" id="present">[[The post as it is now]]</p>
<blockquote class="quoted" aria-labelledby="present">
{{>TEXT}}
{{#HAS}}
<p class="described"><img src="{{SRC}}" alt="" loading="lazy">
<span dir="auto">{{ALT}}</span></p>
{{/HAS}}
</blockquote>
{{/CHANGED}}
{{>ATTACHED}}
{{#ANSWERED}}
<p>[[Somebody has answered this question, so its text stays as it is. You can
still say better what its pictures show.]]</p>
{{/ANSWERED}}
{{#UNTIL}}
<p>[[You can edit it until {{TIME}} ({{ZONE}}). It will be marked as edited.]]</p>
{{/UNTIL}}
<form class="edit" method="post" action="/edit">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="version" value="{{VERSION}}">
{{#PUBLISHED}}
<input type="hidden" name="id" value="{{ID}}">
{{/PUBLISHED}}
{{#SCHEDULED}}
<input type="hidden" name="scheduled" value="{{TOKEN}}">
{{/SCHEDULED}}
<div class="field">
<label for="status">[[Text]]</label>
<p class="hint"><span id="status-hint">[[Up to {{POST_MAX}} characters]]</span>
<span class="count" id="status-count" dir="ltr" aria-hidden="true"></span></p>
<span class="hush" id="status-live" aria-live="polite" data-left="[[Characters left: {n}]]" data-over="[[Characters over the limit: {n}]]"></span>
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="status" name="status" rows="5" dir="auto" required{{#ANSWERED}} readonly{{/ANSWERED}}
 data-max="{{POST_LENGTH}}"
 aria-describedby="status-hint{{#BAD_STATUS}} status-bad{{/BAD_STATUS}}"
{{#BAD_STATUS}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_STATUS}}
>
{{STATUS:pre_escape}}</textarea>
{{#BAD_STATUS}}
<p class="bad" id="status-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_STATUS}}
</div>
{{#PICTURES}}
<input type="hidden" name="kept" value="{{KEPT}}">
{{#PICTURE}}
<fieldset class="described">
<legend>[[Picture {{N}} of {{OF}}]]</legend>
<img src="{{SRC}}" alt="">
<div class="field">
<label for="alt{{NTH}}">[[What does it show?]]</label>
<p class="hint" id="alt{{NTH}}-hint">[[For those who can't see it, up to
{{ALT_MAX}} characters]]</p>
<textarea id="alt{{NTH}}" name="alt{{NTH}}" rows="2" dir="auto"
 aria-describedby="alt{{NTH}}-hint{{#BAD_ALT}} alt{{NTH}}-bad{{/BAD_ALT}}"
{{#BAD_ALT}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_ALT}}
>
{{ALT:pre_escape}}</textarea>
{{#BAD_ALT}}
<p class="bad" id="alt{{NTH}}-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_ALT}}
{{#MAY_GO}}
<div class="choices">
<label><input type="checkbox" name="out{{NTH}}" value="1"{{#OUT}} checked{{/OUT}}> <span>[[Take this picture out]]</span></label>
</div>
{{/MAY_GO}}
</div>
</fieldset>
{{/PICTURE}}
{{/PICTURES}}
{{#SCHEDULED}}
<div class="field">
<label for="at">[[Publish at]]</label>
<p class="hint" id="at-hint">[[In this site's time zone, {{ZONE}}]]</p>
<input id="at" type="datetime-local" name="at" value="{{AT}}" required
 aria-describedby="at-hint{{#BAD_AT}} at-bad{{/BAD_AT}}"
{{#BAD_AT}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_AT}}
>
{{#BAD_AT}}
<p class="bad" id="at-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_AT}}
</div>
{{/SCHEDULED}}
<button type="submit" data-busy="[[Saving…]]">[[Save]]</button>
</form>
{{#PUBLISHED}}
{{#SIGNED_IN}}
<p class="aside"><a href="/@{{ME:x-path}}/{{ID}}">[[Leave it as it is]]</a></p>
{{/SIGNED_IN}}
{{/PUBLISHED}}
{{#SCHEDULED}}
<p class="aside"><a href="/scheduled">[[Back to your scheduled posts]]</a></p>
{{/SCHEDULED}}
</div>
