{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Change the date]]</h1>
{{#CHANGED}}
<p class="hello" role="alert">[[This date has changed meanwhile. The form below
has your own choice: save it again if it is to replace what's there now.]]</p>
<p>[[The date as it is now: {{PRESENT}}]]</p>
{{/CHANGED}}
<p>[[Those who said that they come, or may come, will be notified.]]</p>
<form method="post" action="/edit">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="id" value="{{ID}}">
<input type="hidden" name="version" value="{{VERSION}}">
<div class="field">
<label for="date">[[Day]]</label>
<input id="date" type="date" name="date" value="{{DAY}}" required
{{#BAD_DATE}}
 aria-describedby="date-bad" aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_DATE}}
>
{{#BAD_DATE}}
<p class="bad" id="date-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_DATE}}
</div>
<div class="field">
<label for="from">[[Begins]]</label>
<p class="hint" id="zone-hint">[[In this site's time zone, {{ZONE}}. Leave both
times empty for the whole day.]]</p>
<input id="from" type="time" name="from" value="{{FROM}}" aria-describedby="zone-hint">
</div>
<div class="field">
<label for="to">[[Ends]]</label>
<input id="to" type="time" name="to" value="{{TO}}" aria-describedby="zone-hint">
</div>
<div class="field">
<label for="place">[[Place]]</label>
<p class="hint" id="place-hint">[[Up to {{PLACE_MAX}} characters]]</p>
<input id="place" type="text" name="place" value="{{PLACE}}" dir="auto"
 aria-describedby="place-hint{{#BAD_PLACE}} place-bad{{/BAD_PLACE}}"
{{#BAD_PLACE}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PLACE}}
>
{{#BAD_PLACE}}
<p class="bad" id="place-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PLACE}}
</div>
<button type="submit" data-busy="[[Saving…]]">[[Save the date]]</button>
</form>
<p class="aside"><a href="/edit?cancel={{ID:url_query_escape}}">[[Cancel this date]]</a></p>
</div>
