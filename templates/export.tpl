{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Your data in parts]]</h1>
<form method="post" action="/account/export">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#MORE}}
<p>[[Your pictures come in parts of 50 megabytes. Part {{PART}} is the next one.
Unzip all of them into the same folder.]]</p>
<p>[[When it has arrived, <a href="/account/export?part=next">look whether there is
another part</a>.]]</p>
<button type="submit" name="part" value="next">[[Download part {{PART}}]]</button>
{{/MORE}}
{{#ALL}}
<p>[[There is no further part: your last download has everything, or it was more
than a day ago.]]</p>
<button type="submit">[[Download your data]]</button>
{{/ALL}}
</form>
<p class="aside"><a href="/account">[[Back to your account]]</a></p>
</div>
