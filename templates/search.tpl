{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Search</h1>
<form class="search" method="get" action="/search" role="search">
<label for="q">How a name begins</label>
<input id="q" type="search" name="q" value="{{Q}}" dir="auto"
 autocapitalize="none" autocomplete="off" spellcheck="false">
<button type="submit">Search</button>
</form>
{{#FOUND}}
<section aria-labelledby="found">
<h2 class="label" id="found">Members</h2>
<ul class="found">
{{#MEMBER}}
<li><a href="/@{{NAME:x-path}}">@<bdi>{{NAME}}</bdi></a></li>
{{/MEMBER}}
</ul>
{{#MORE}}
<p class="hint">There are more. Type more letters to find them.</p>
{{/MORE}}
</section>
{{/FOUND}}
{{#NOBODY}}
<p class="empty">Nobody here has a name that begins like this.</p>
{{/NOBODY}}
</div>
