{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Search</h1>
<form class="search" method="get" action="/search" role="search">
<label for="q">How a name or a #tag begins</label>
<input id="q" type="search" name="q" value="{{Q}}" dir="auto"
 autocapitalize="none" autocomplete="off" spellcheck="false">
<button type="submit">Search</button>
</form>
{{#FOUND}}
<section aria-labelledby="found">
<h2 class="label" id="found">Members</h2>
{{>PEOPLE}}
{{#MORE}}
<p class="hint">There are more. Type more letters to find them.</p>
{{/MORE}}
</section>
{{/FOUND}}
{{#FOUND_TAGS}}
<section aria-labelledby="tags">
<h2 class="label" id="tags">Tags</h2>
<ul class="found">
{{#ONE}}
<li><a href="/tag/{{TAG:x-path}}">#<bdi>{{TAG}}</bdi>
<span class="many">{{COUNT}}{{#OR_MORE}} or more{{/OR_MORE}} post{{#SEVERAL}}s{{/SEVERAL}}</span></a></li>
{{/ONE}}
</ul>
{{#MORE}}
<p class="hint">There are more. Type more letters to find them.</p>
{{/MORE}}
</section>
{{/FOUND_TAGS}}
{{#NOBODY}}
<p class="empty">Nobody here has a name that begins like this.</p>
{{/NOBODY}}
{{#NO_TAG}}
<p class="empty">No post here has a tag that begins like this.</p>
{{/NO_TAG}}
{{#NOTHING}}
<p class="empty">Nobody here has a name that begins like this, and no post a
tag.</p>
{{/NOTHING}}
</div>
