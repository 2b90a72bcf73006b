{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1 class="hush">Post</h1>
{{>POST}}
</div>
