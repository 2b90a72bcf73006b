{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>[[Notifications]]</h1>
{{#EMPTY}}
<div class="empty">
<p>[[Nothing yet. When someone mentions or follows you, replies in a conversation
you started, or replies to, likes or reposts one of your posts, you'll see it
here.]]</p>
<p><a class="button" href="/members">[[Find people]]</a></p>
</div>
{{/EMPTY}}
{{! Some browsers know a button only inside its form. }}
{{#NOTICES}}
<form method="post" action="/act">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="/notifications">
{{/NOTICES}}
{{#LIST}}
<section{{#NEW}} class="new" aria-labelledby="new"{{/NEW}}{{#EARLIER}} aria-labelledby="earlier"{{/EARLIER}}>
{{#NEW}}
<h2 class="label" id="new">[[New]]</h2>
{{/NEW}}
{{#EARLIER}}
<h2 class="label" id="earlier">[[Earlier]]</h2>
{{/EARLIER}}
<ul class="notices">
{{>NOTICE}}
</ul>
</section>
{{/LIST}}
{{#NOTICES}}
</form>
{{/NOTICES}}
</div>
