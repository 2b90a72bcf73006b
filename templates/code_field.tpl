{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="code">[[Code]]</label>
<p class="hint" id="code-hint">[[The six digits in your app.]]{{#OR_SPARE}} [[If you
don't have your phone, one of your spare codes.]]{{/OR_SPARE}}</p>
<input id="code" type="text" name="code" dir="ltr" inputmode="numeric"
 autocomplete="one-time-code" required
 aria-describedby="code-hint{{#BAD_CODE}} code-bad{{/BAD_CODE}}"
{{#BAD_CODE}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_CODE}}
>
{{#BAD_CODE}}
<p class="bad" id="code-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_CODE}}
</div>
