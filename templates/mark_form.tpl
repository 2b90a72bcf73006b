{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Site icon]]</h1>
{{#MARK}}
<div class="framed">
<img src="{{ICON}}" width="90" height="90" alt="[[The present icon]]">
</div>
{{/MARK}}
{{#LOCKED}}
<p>[[Set on the server: hosts can't change it here.]]</p>
{{/LOCKED}}
{{#FORM}}
<form method="post" action="/site/mark" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="{{CSRF}}">
<div class="field">
<label for="mark">[[Choose a picture]]</label>
<p class="hint" id="mark-hint">[[JPEG, PNG, WebP or GIF, up to 20 MB, best a square of
512 pixels. It's shown next to the name of the site, in tabs, and where people
install the site on a phone.]]</p>
<input id="mark" type="file" name="mark" accept="image/jpeg,image/png,image/webp,image/gif" required
 aria-describedby="mark-hint{{#BAD_MARK}} mark-bad{{/BAD_MARK}}"
{{#BAD_MARK}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_MARK}}
>
{{#BAD_MARK}}
<p class="bad" id="mark-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_MARK}}
</div>
<button type="submit" data-busy="[[Sending…]]">[[Save]]</button>
</form>
{{/FORM}}
{{#HAS_MARK}}
<form method="post" action="/site/mark">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="remove" value="1" class="quiet">[[Remove the site icon]]</button>
</form>
{{/HAS_MARK}}
<p class="aside"><a href="/site">[[Back to the settings]]</a></p>
</div>
