{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Search</h1>
<form class="search" method="get" action="/search" role="search">
<label for="q">Find a member or a #tag</label>
<input id="q" type="search" name="q" value="{{Q}}" dir="auto"
 autocapitalize="none" autocomplete="off" spellcheck="false">
<button type="submit">Search</button>
</form>
{{#FOUND}}
<section aria-labelledby="found">
<h2 class="label" id="found">Members</h2>
{{>PEOPLE}}
{{#MORE}}
<p class="hint">There are more. Type more letters to narrow it down.</p>
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
<p class="hint">There are more. Type more letters to narrow it down.</p>
{{/MORE}}
</section>
{{/FOUND_TAGS}}
{{#NOBODY}}
<p class="empty">No member's name starts like that.</p>
{{/NOBODY}}
{{#NO_TAG}}
<p class="empty">No tag starts like that.</p>
{{/NO_TAG}}
{{#NOTHING}}
<p class="empty">No member's name and no tag starts like that.</p>
{{/NOTHING}}
</div>
