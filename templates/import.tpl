{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Import posts]]</h1>
{{>IMPORT}}
<p class="aside"><a href="/account">[[Back to your account]]</a></p>
</div>
