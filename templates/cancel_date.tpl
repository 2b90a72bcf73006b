{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Cancel this date?]]</h1>
<div class="focus">
<h2 class="hush">[[The post]]</h2>
{{>POST}}
</div>
<p>[[This can't be undone. The post stays, and says that the date is cancelled.
Those who said that they come, or may come, will be notified.]]</p>
<form method="post" action="/act">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
<button type="submit" name="cancel" value="{{ID}}">[[Cancel this date]]</button>
</form>
<p class="aside"><a href="{{BACK}}">[[Keep it]]</a></p>
</div>
