{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>{{HEADING}}</h1>
{{>TEXT}}
</div>
