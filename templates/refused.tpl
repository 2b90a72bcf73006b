{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Not posted yet</h1>
{{>POST_FORM}}
<p class="aside"><a href="/">Back to your home page</a></p>
</div>
