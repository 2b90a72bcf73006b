{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{HEADING}}</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
{{#PARENT}}
<p class="context" id="parent">[[In reply to <bdi>@{{NAME}}</bdi>]]</p>
<blockquote class="quoted" aria-labelledby="parent">
{{>TEXT}}
</blockquote>
{{/PARENT}}
{{>POST_FORM}}
<p class="aside"><a href="/">[[Back to your home page]]</a></p>
</div>
