{{%AUTOESCAPE context="HTML"}}
<div class="single">
{{#REMOVE}}
<h1>[[Remove this post?]]</h1>
<blockquote class="quoted" dir="auto">{{WORDS:pre_escape}}</blockquote>
{{>REMOVING}}
{{/REMOVE}}
{{#SUSPEND}}
{{>SUSPENDING}}
{{/SUSPEND}}
{{#CLOSES}}
<p>[[Then the case is closed, and all who reported something are thanked and told what
was done.]]</p>
{{/CLOSES}}
{{#WRITE}}
<h1>[[Write to <bdi>@{{NAME}}</bdi>]]</h1>
<p>[[<bdi>@{{NAME}}</bdi> gets your note as a notification from the moderators, without
your name. The case stays open.]]</p>
{{/WRITE}}
<form method="post" action="/reports">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="case" value="{{CASE}}">
<input type="hidden" name="do" value="{{DO}}">
{{#REMOVE}}
<input type="hidden" name="post" value="{{ID}}">
{{/REMOVE}}
{{#WHY}}
{{>REASON}}
{{>UNTIL}}
{{/WHY}}
{{#WRITE}}
<div class="field">
<label for="text">[[Your note]]</label>
<p class="hint" id="text-hint">[[Up to {{TEXT_MAX}} characters. The hosts and moderators
read it here, too.]]</p>
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="text" name="text" rows="4" dir="auto" required
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
{{/WRITE}}
<button type="submit">{{BUTTON}}</button>
</form>
<p class="aside"><a href="/reports?case={{CASE:url_query_escape}}">[[Back to the case]]</a></p>
</div>
