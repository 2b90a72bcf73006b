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
{{#SIGNED_IN}}
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
{{/SIGNED_IN}}
</div>
