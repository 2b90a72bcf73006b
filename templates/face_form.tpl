{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Profile picture]]</h1>
<div class="framed">
{{>FACE}}
</div>
<form method="post" action="/account/face" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="{{CSRF}}">
<div class="field">
<label for="face">[[Choose a picture]]</label>
<p class="hint" id="face-hint">[[JPEG, PNG, WebP or GIF, up to 20 MB. It's cut to a square
from the middle. Only the picture itself is kept, and not where or when it was
taken.]]</p>
<input id="face" type="file" name="face" accept="image/jpeg,image/png,image/webp,image/gif" required
 aria-describedby="face-hint{{#BAD_FACE}} face-bad{{/BAD_FACE}}"
{{#BAD_FACE}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_FACE}}
>
{{#BAD_FACE}}
<p class="bad" id="face-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FACE}}
</div>
<button type="submit" data-busy="[[Sending…]]">[[Save]]</button>
</form>
{{#HAS_FACE}}
<form method="post" action="/account/face">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="remove" value="1" class="quiet">[[Remove your profile picture]]</button>
</form>
{{/HAS_FACE}}
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
</div>
