{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="reason">[[Reason]]</label>
<p class="hint" id="reason-hint">{{#EVERYONE}}All members will read this reason in
the log{{/EVERYONE}}{{#NOT_EVERYONE}}The hosts and moderators will read it in the
log{{/NOT_EVERYONE}}{{#AUTHOR}}, and the author in a notification{{/AUTHOR}}{{#MEMBER}},
and the member instead of the home page{{/MEMBER}}. Up to {{REASON_MAX}}
characters.</p>
<input id="reason" type="text" name="reason" value="{{TYPED}}" dir="auto" required
 aria-describedby="reason-hint{{#BAD_REASON}} reason-bad{{/BAD_REASON}}"
{{#BAD_REASON}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_REASON}}
>
{{#BAD_REASON}}
<p class="bad" id="reason-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_REASON}}
</div>
