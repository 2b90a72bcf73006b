{{%AUTOESCAPE context="HTML"}}
<form class="attend" id="attend" method="post" action="/answer" aria-labelledby="attend-title">
<input type="hidden" name="csrf" value="{{CSRF}}">
<h2 class="label" id="attend-title">[[Are you coming?]]</h2>
<div class="field">
<label for="guests">[[How many guests do you bring?]]</label>
<input id="guests" type="number" name="guests" value="{{GUESTS}}" min="0" max="{{GUESTS_MAX}}"
{{#BAD_GUESTS}}
 aria-invalid="true" aria-describedby="guests-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_GUESTS}}
>
{{#BAD_GUESTS}}
<p class="bad" id="guests-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_GUESTS}}
</div>
<p class="choice">
{{#OPTION}}
{{#MINE}}
<button type="submit" name="answer" value="{{ID}}.{{N}}" id="a{{ID}}-{{N}}" aria-labelledby="a{{ID}}-{{N}} by{{ID}}">[[{{WORDS}} <span>(your answer)</span>]]</button>
{{/MINE}}
{{#OTHER}}
<button type="submit" class="quiet" name="answer" value="{{ID}}.{{N}}" id="a{{ID}}-{{N}}" aria-labelledby="a{{ID}}-{{N}} by{{ID}}">{{WORDS}}</button>
{{/OTHER}}
{{/OPTION}}
</p>
</form>
