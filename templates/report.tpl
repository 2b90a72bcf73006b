{{%AUTOESCAPE context="HTML"}}
<div class="single">
{{#A_POST}}
<h1>[[Report this post?]]</h1>
<div class="focus">
<h2 class="hush">[[The post]]</h2>
{{>POST}}
</div>
{{/A_POST}}
{{#MEMBER}}
<h1>[[Report <bdi>@{{NAME}}</bdi>?]]</h1>
{{/MEMBER}}
<p>[[The hosts and moderators of this site will see your report, but not who sent it.
<bdi>@{{NAME}}</bdi> won't learn of it.]]</p>
<form method="post" action="/report">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#POST_ID}}
<input type="hidden" name="post" value="{{ID}}">
{{/POST_ID}}
{{#MEMBER}}
<input type="hidden" name="member" value="{{ID}}">
{{/MEMBER}}
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<fieldset class="choices"{{#BAD_REASON}} aria-describedby="reason-bad"{{/BAD_REASON}}>
<legend>[[Why?]]</legend>
{{#REASON}}
<label><input type="radio" name="reason" value="{{WORD}}" required{{#CHOSEN}} checked{{/CHOSEN}}> {{LABEL}}</label>
{{/REASON}}
{{#BAD_REASON}}
<p class="bad" id="reason-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_REASON}}
</fieldset>
{{#RULES}}
<p class="hint">[[What is allowed here is in the <a href="/rules">rules</a>.]]</p>
{{/RULES}}
<div class="field">
<label for="text">[[What should we know?]]</label>
<p class="hint" id="text-hint">[[Up to {{REPORT_MAX}} characters. If it's something
else, please write what it is.]]</p>
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="text" name="text" rows="4" dir="auto"
 aria-describedby="text-hint{{#BAD_TEXT}} text-bad{{/BAD_TEXT}}"
{{#BAD_TEXT}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_TEXT}}
>
{{TEXT:pre_escape}}</textarea>
{{#BAD_TEXT}}
<p class="bad" id="text-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_TEXT}}
</div>
<button type="submit">[[button|Report]]</button>
</form>
<p class="aside"><a href="/@{{NAME:x-path}}{{#POST_ID}}/{{ID}}{{/POST_ID}}">[[Back]]</a></p>
</div>
