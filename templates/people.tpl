{{%AUTOESCAPE context="HTML"}}
<div class="spread">
{{>MEMBER}}
<div>
{{>TABS}}
<section aria-labelledby="people">
<h2 class="hush" id="people">{{HEADING}}</h2>
{{#EMPTY}}
<p class="empty">Nobody here.</p>
{{/EMPTY}}
<ul class="people">
{{#PERSON}}
<li>
<span class="face f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></span>
<a href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a>
{{#BIO}}
<p class="bio" dir="auto">{{BIO}}</p>
{{/BIO}}
</li>
{{/PERSON}}
</ul>
{{>PAGER}}
</section>
</div>
</div>
