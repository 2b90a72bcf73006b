{{%AUTOESCAPE context="HTML"}}
<form method="post" action="/quiet">
<input type="hidden" name="csrf" value="{{CSRF}}">
<ul class="people">
{{#PERSON}}
<li id="m{{ID}}">
{{>FACE}}
<a{{#CALLED}} class="two"{{/CALLED}} href="/@{{NAME:x-path}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</a>
{{#MUTED}}
<button type="submit" class="quiet" name="unmute" value="{{ID}}">[[Unmute<span class="hush"> @{{NAME}}</span>]]</button>
{{/MUTED}}
{{#BLOCKED}}
<button type="submit" class="quiet" name="unblock" value="{{ID}}">[[Unblock<span class="hush"> @{{NAME}}</span>]]</button>
{{/BLOCKED}}
</li>
{{/PERSON}}
</ul>
</form>
