{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
{{#EXPIRED}}
<h1>[[That form has expired.]]</h1>
<p>[[You've signed out or in since that page was loaded, so nothing has changed
yet. You're now signed in as <a href="/@{{ME:x-path}}"><bdi>@{{ME}}</bdi></a>.]]</p>
{{/EXPIRED}}
{{#UNAVAILABLE}}
<h1>[[Not done yet]]</h1>
<p>[[The database can't answer or save anything right now. What you've written is
still here: send it again in a moment.]]</p>
<blockquote class="quoted" dir="auto">{{TYPED:pre_escape}}</blockquote>
{{/UNAVAILABLE}}
{{#UNSAVED}}
<h1>[[Not done yet]]</h1>
<p>[[This site can't save anything new right now. What you've written is still
here: keep a copy of it, and send it again later.]]</p>
<blockquote class="quoted" dir="auto">{{TYPED:pre_escape}}</blockquote>
{{/UNSAVED}}
{{#POST}}
<p>[[It's about a post by <bdi>@{{NAME}}</bdi>:
<a href="/@{{NAME:x-path}}/{{ID}}" dir="auto">{{WORDS}}</a>]]</p>
{{/POST}}
{{#MEMBER}}
<p>[[It's about <a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>.]]</p>
{{/MEMBER}}
{{#PRESS}}
{{#ASKED}}
<p>[[If you still want to do this, press the button.]]</p>
{{/ASKED}}
<form method="post" action="{{ACTION}}">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#HIDDEN}}
<input type="hidden" name="{{NAME}}" value="{{VALUE}}">
{{/HIDDEN}}
<button type="submit">{{BUTTON}}</button>
</form>
{{/PRESS}}
{{#FILL_IN}}
<p>[[Passwords and files are never sent back. If you still want to do this, fill in the
form again:]]</p>
<p><a href="{{ADDRESS}}">{{WHAT}}</a></p>
{{/FILL_IN}}
<p class="aside"><a href="/">[[Back to your home page]]</a></p>
</div>
