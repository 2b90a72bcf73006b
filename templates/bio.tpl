{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Edit profile]]</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
<form method="post" action="/bio">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#NAME}}
<div class="field">
<label for="name">[[Display name]]</label>
<p class="hint" id="name-hint">[[Up to {{DISPLAY_MAX}} characters. Leave it empty if
you don't want one.]]</p>
<input id="name" type="text" name="name" value="{{TYPED}}" dir="auto"
 autocomplete="name" aria-describedby="name-hint{{#BAD_NAME}} name-bad{{/BAD_NAME}}"
{{#BAD_NAME}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_NAME}}
>
{{#BAD_NAME}}
<p class="bad" id="name-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_NAME}}
</div>
{{/NAME}}
<div class="field">
<label for="bio">[[One line about yourself]]</label>
<p class="hint" id="bio-hint">[[Up to {{BIO_MAX}} characters. Everyone can read it
on your profile. Leave it empty if you don't want one.]]</p>
<input id="bio" type="text" name="bio" value="{{BIO}}" dir="auto"
 aria-describedby="bio-hint{{#BAD_BIO}} bio-bad{{/BAD_BIO}}"
{{#BAD_BIO}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_BIO}}
>
{{#BAD_BIO}}
<p class="bad" id="bio-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_BIO}}
</div>
<button type="submit">[[Save]]</button>
</form>
{{#LAST_SEEN}}
<section id="seen" aria-labelledby="seen-title">
<h2 class="label" id="seen-title">[[Last seen]]</h2>
<form method="post" action="/bio">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#ON}}
<p>[[Members can see on your profile which day you were last here. The time of day
isn't stored.]]</p>
<button type="submit" name="seen" value="off" class="quiet">[[Turn
off]]</button>
{{/ON}}
{{#OFF}}
<p>[[Your last visit is neither stored nor shown. If you turn this on, members can
see on your profile which day you were last here, but not the time of day.]]</p>
<button type="submit" name="seen" value="on" class="quiet">[[Turn
on]]</button>
{{/OFF}}
</form>
</section>
{{/LAST_SEEN}}
{{#SIGNED_IN}}
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
{{/SIGNED_IN}}
</div>
