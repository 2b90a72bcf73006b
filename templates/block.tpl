{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Block <bdi>@{{NAME}}</bdi>?]]</h1>
<p>[[You won't follow each other any more. <bdi>@{{NAME}}</bdi> won't be able to
follow you, reply to you, or like or repost your posts, but can still read what every
member can read.]]</p>
<p>[[You won't see posts by <bdi>@{{NAME}}</bdi>, except on their profile, and won't get
notifications from them. They aren't told.]]</p>
<form method="post" action="/quiet">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="/@{{NAME:x-path}}">
<button type="submit" name="block" value="{{ID}}">[[verb|Block]]</button>
</form>
<p class="aside"><a href="/@{{NAME:x-path}}">[[Back to the profile]]</a></p>
</div>
