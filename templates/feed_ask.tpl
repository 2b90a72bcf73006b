{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{TITLE}}</h1>
{{#OF_FEED}}
<p>[[Your current address will stop working in every feed reader that uses it.]]
{{#NEW}}
[[You'll have to add the new one to each of them.]]
{{/NEW}}
</p>
{{/OF_FEED}}
{{#OF_CALENDAR}}
<p>[[Your current address will stop working in every calendar that uses it.]]
{{#NEW}}
[[You'll have to add the new one to each of them.]]
{{/NEW}}
</p>
{{/OF_CALENDAR}}
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="{{FIELD}}" value="{{CHOICE}}">{{BUTTON}}</button>
</form>
<p class="aside"><a href="/feed">[[Keep your address]]</a></p>
</div>
