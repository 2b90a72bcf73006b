{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Your line</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
<form method="post" action="/bio">
<input type="hidden" name="csrf" value="{{CSRF}}">
<div class="field">
<label for="bio">About you, in one line</label>
<p class="hint" id="bio-hint">Up to {{BIO_MAX}} characters; everybody can read
it on your profile. Leave it empty to have none.</p>
<input id="bio" type="text" name="bio" value="{{BIO}}" dir="auto"
 aria-describedby="bio-hint{{#BAD_BIO}} bio-bad{{/BAD_BIO}}"
{{#BAD_BIO}}
 aria-invalid="true" autofocus
{{/BAD_BIO}}
>
{{#BAD_BIO}}
<p class="bad" id="bio-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_BIO}}
</div>
<button type="submit">Save</button>
</form>
{{#LAST_SEEN}}
<section id="seen" aria-labelledby="seen-title">
<h2 class="label" id="seen-title">Your last visit</h2>
<form method="post" action="/bio">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#ON}}
<p>Members can read on your profile on which day you were here last. The hour
is not kept.</p>
<button type="submit" name="seen" value="off" class="quiet">Do not note
it</button>
{{/ON}}
{{#OFF}}
<p>Your last visit is neither kept nor shown. If you like, your profile tells
members on which day you were here last, but not at what hour.</p>
<button type="submit" name="seen" value="on" class="quiet">Tell the
day</button>
{{/OFF}}
</form>
</section>
{{/LAST_SEEN}}
{{#SIGNED_IN}}
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
{{/SIGNED_IN}}
</div>
