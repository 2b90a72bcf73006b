{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="reason">Reason</label>
<p class="hint" id="reason-hint">{{#AUTHOR}}The author reads it, and so do the
hosts and moderators, in the log.{{/AUTHOR}}{{#MEMBER}}The member reads it, and so
do the hosts and moderators, in the log.{{/MEMBER}}{{#STAFF}}The hosts and
moderators read it in the log.{{/STAFF}} Up to {{REASON_MAX}} characters.</p>
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
