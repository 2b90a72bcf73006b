{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Members]]</h1>
<form class="search" method="get" action="/members" role="search">
<label for="q">[[Find a member by name]]</label>
<input id="q" type="search" name="q" value="{{Q}}" dir="auto"
 autocapitalize="none" autocomplete="off" spellcheck="false">
<button type="submit">[[verb|Search]]</button>
</form>
{{#LETTERS}}
<nav class="letters" aria-label="[[First letters]]">
<ul>
{{#ONE}}
<li><a href="/members?letter={{LETTER:url_query_escape}}"{{#HERE}} aria-current="page"{{/HERE}}>{{LABEL}}</a></li>
{{/ONE}}
</ul>
</nav>
{{/LETTERS}}
{{#FOR_HOSTS}}
<nav class="letters" aria-label="[[Standing]]">
<ul>
<li><a href="/members"{{#ALL_HERE}} aria-current="page"{{/ALL_HERE}}>[[All]]</a></li>
{{#ONE}}
<li><a href="/members?standing={{STANDING:url_query_escape}}"{{#HERE}} aria-current="page"{{/HERE}}>{{LABEL}}</a></li>
{{/ONE}}
</ul>
</nav>
<p class="all"><a href="/members.csv" download>[[Download as CSV]]</a></p>
{{/FOR_HOSTS}}
{{#PARTIAL}}
<p class="hint">[[This list isn't complete yet.]]
{{#HOW}}
[[To complete it, run <code>retwis-admin adopt</code> on the server.]]
{{/HOW}}
{{#ASK}}
[[Some members are missing until a host has completed it.]]
{{/ASK}}
</p>
{{/PARTIAL}}
<section aria-labelledby="people">
<h2 class="hush" id="people">[[By name]]</h2>
{{#EMPTY}}
<p class="empty">
{{#NOBODY}}
[[Nobody here.]]
{{/NOBODY}}
{{#NOT_FOUND}}
[[No member's name starts like that.]]
{{/NOT_FOUND}}
</p>
{{/EMPTY}}
{{>PEOPLE}}
{{#MORE}}
<p class="hint">[[There are more. Type more letters to narrow it down.]]</p>
{{/MORE}}
{{#PAGES}}
<nav class="pager" aria-label="[[Pages]]">
{{#FIRST}}
<a href="/members{{#WITH_LETTER}}?letter={{LETTER:url_query_escape}}{{/WITH_LETTER}}{{#WITH_STANDING}}?standing={{STANDING:url_query_escape}}{{/WITH_STANDING}}" rel="prev">[[First]]</a>
{{/FIRST}}
{{#NEXT}}
<a href="/members?after={{AFTER:url_query_escape}}{{#WITH_LETTER}}&amp;letter={{LETTER:url_query_escape}}{{/WITH_LETTER}}{{#WITH_STANDING}}&amp;standing={{STANDING:url_query_escape}}{{/WITH_STANDING}}" rel="next">[[Next]]</a>
{{/NEXT}}
</nav>
{{/PAGES}}
</section>
</div>
