{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Sign out]]</h1>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#EACH}}
<p>[[This signs you out in this browser. You'll stay signed in
<a href="/account#devices">everywhere else</a>, unless you sign out
everywhere.]]</p>
<p class="choice">
<button type="submit">[[Sign out]]</button>
<button type="submit" name="everywhere" value="1" class="quiet">[[Sign out
everywhere]]</button>
</p>
{{/EACH}}
{{#SHARED}}
<p>[[This signs you out here and everywhere else: in every browser and on
every device where you're signed in.]]</p>
<button type="submit" name="everywhere" value="1">[[Sign out everywhere]]</button>
{{/SHARED}}
</form>
<p class="aside"><a href="/">[[Stay signed in]]</a></p>
</div>
