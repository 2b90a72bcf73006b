{{%AUTOESCAPE context="HTML"}}
<div class="spread">
{{>MEMBER}}
<div>
{{>TABS}}
<section aria-labelledby="people">
<h2 class="hush" id="people">{{HEADING}}</h2>
{{#EMPTY}}
<p class="empty">[[Nobody here.]]</p>
{{/EMPTY}}
{{>PEOPLE}}
{{>PAGER}}
</section>
</div>
</div>
