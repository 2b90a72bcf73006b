{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="reason">[[Reason]]</label>
<p class="hint" id="reason-hint">
{{#EVERYONE}}
{{#AUTHOR}}[[All members will read this reason in the log, and the author in a notification.]]{{/AUTHOR}}
{{#MEMBER}}[[All members will read this reason in the log, and the member instead of the home page.]]{{/MEMBER}}
{{#STAFF}}[[All members will read this reason in the log.]]{{/STAFF}}
{{/EVERYONE}}
{{#NOT_EVERYONE}}
{{#AUTHOR}}[[The hosts and moderators will read it in the log, and the author in a notification.]]{{/AUTHOR}}
{{#MEMBER}}[[The hosts and moderators will read it in the log, and the member instead of the home page.]]{{/MEMBER}}
{{#STAFF}}[[The hosts and moderators will read it in the log.]]{{/STAFF}}
{{/NOT_EVERYONE}}
[[Up to {{REASON_MAX}} characters.]]</p>
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
