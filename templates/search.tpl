{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Search]]</h1>
<form class="search" method="get" action="/search" role="search">
{{#FOR_NAMES}}
<label for="q">[[Find a member or a #tag]]</label>
{{/FOR_NAMES}}
{{#FOR_POSTS}}
<label for="q">[[Find a member, a #tag, or words in posts]]</label>
<p class="hint" id="q-hint">[[Add from:NAME to find posts by one member.]]</p>
{{/FOR_POSTS}}
<input id="q" type="search" name="q" value="{{Q}}" dir="auto"
{{#FOR_POSTS}}
 aria-describedby="q-hint"
{{/FOR_POSTS}}
 autocapitalize="none" autocomplete="off" spellcheck="false">
<button type="submit">[[verb|Search]]</button>
</form>
{{#SIGNED_IN}}
<p class="all"><a href="/members">[[All members]]</a></p>
{{/SIGNED_IN}}
{{#FOUND}}
<section aria-labelledby="found">
<h2 class="label" id="found">[[Members]]</h2>
{{>PEOPLE}}
{{#MORE}}
<p class="hint">[[There are more. Type more letters to narrow it down.]]</p>
{{/MORE}}
</section>
{{/FOUND}}
{{#FOUND_TAGS}}
<section aria-labelledby="tags">
<h2 class="label" id="tags">[[Tags]]</h2>
<ul class="found">
{{#ONE}}
<li><a href="/tag/{{TAG:x-path}}"><bdi>#{{TAG}}</bdi>
<span class="many">{{#ALL}}[[{{COUNT}} post | {{COUNT}} posts]]{{/ALL}}{{#OR_MORE}}[[{{COUNT}} or more posts | {{COUNT}} or more posts]]{{/OR_MORE}}</span></a></li>
{{/ONE}}
</ul>
{{#MORE}}
<p class="hint">[[There are more. Type more letters to narrow it down.]]</p>
{{/MORE}}
</section>
{{/FOUND_TAGS}}
{{#LONG}}
<p class="hint">[[To search in posts, use a few words: at most {{MOST}} characters.]]</p>
{{/LONG}}
{{#CUT}}
<p class="hint">[[Only the first {{MOST}} words are looked for in posts.]]</p>
{{/CUT}}
{{#TOO_COMMON}}
<p class="hint">[[Too common to search for: [words: {{#WORD}}{{COMMA}}<bdi>{{TEXT}}</bdi>{{/WORD}}].]]
{{#ALONE}}[[Add a word, or from:NAME to find posts by one member.]]{{/ALONE}}</p>
{{/TOO_COMMON}}
{{#FOUND_POSTS}}
<section class="posts" aria-labelledby="posts">
<h2 class="label" id="posts">[[Posts]]</h2>
{{#NONE_YET}}
<p class="empty">[[None among the newest posts. There may be older ones.]]</p>
{{/NONE_YET}}
{{>POSTS}}
{{#OLDER}}
<nav class="pager" aria-label="[[Pages]]">
<a href="/search?q={{Q:url_query_escape}}&amp;after={{ID:url_query_escape}}" rel="next">[[Older]]</a>
</nav>
{{/OLDER}}
</section>
{{/FOUND_POSTS}}
{{#EMPTY}}
<p class="empty">
{{#NOBODY}}
[[No member's name starts like that.]]
{{/NOBODY}}
{{#NO_TAG}}
[[No tag starts like that.]]
{{/NO_TAG}}
{{#NOTHING}}
[[No member's name and no tag starts like that.]]
{{/NOTHING}}
{{#NO_POST}}
[[No post has all of these words.]]
{{/NO_POST}}
{{#NO_OLDER}}
[[No older post has all of these words.]]
{{/NO_OLDER}}
{{#NO_WORD}}
[[Posts can be searched for words of two letters or more.]]
{{/NO_WORD}}
</p>
{{/EMPTY}}
</div>
