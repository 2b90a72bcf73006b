{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{TITLE}}</h1>
<p>Your current address will stop working in every feed reader that uses it.
{{#NEW}}
You'll have to add the new one to each of them.
{{/NEW}}
</p>
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="feed" value="{{FEED}}">{{BUTTON}}</button>
</form>
<p class="aside"><a href="/feed">Keep your address</a></p>
</div>
