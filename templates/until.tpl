{{%AUTOESCAPE context="HTML"}}
<div class="field">
<label for="until">[[Until]]</label>
<p class="hint" id="until-hint">[[The account is restored automatically on this day.
Leave it empty to suspend it until you restore it.]]</p>
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
