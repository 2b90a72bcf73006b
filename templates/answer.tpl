{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Not answered yet]]</h1>
<div class="focus">
<h2 class="hush">[[The question]]</h2>
{{>POST}}
</div>
{{>ANSWER_FORM}}
<p class="aside"><a href="/@{{NAME:x-path}}/{{ID}}">[[Back to the question]]</a></p>
</div>
