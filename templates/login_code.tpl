{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Enter your code]]</h1>
<form method="post" action="/login">
{{#WANTED}}
<input type="hidden" name="back" value="{{WANTED}}">
{{/WANTED}}
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
{{>CODE_FIELD}}
<button type="submit">[[Sign in]]</button>
{{>KEPT}}
</form>
<p class="aside">[[You have five minutes. Lost your phone and your spare codes? Ask
the person who runs this site.]]</p>
<p class="aside"><a href="/login?over=1">[[Sign in as someone else]]</a></p>
</div>
