{{%AUTOESCAPE context="HTML"}}
<section id="import" aria-labelledby="import-title">
<h2 class="label" id="import-title">Bring your posts</h2>
{{#BROUGHT}}
<p class="hello" role="status">{{COUNT}} post{{#MANY}}s are{{/MANY}}{{#ONE}} is{{/ONE}}
on the way, and will stand on <a href="/@{{ME:x-path}}">your profile</a> in a
moment.</p>
{{/BROUGHT}}
<form method="post" action="/account/import" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="file">The file that you took along from another Retwis</label>
<p class="hint" id="file-hint">A zip of 64 megabytes at most. Your posts and
replies come below those that you write here, with dates as the file says. Likes,
follows and all else in the file stay there, and mentions lead to nobody.</p>
<input id="file" type="file" name="file" accept=".zip,application/zip" required
 aria-describedby="file-hint">
</div>
<button type="submit" class="quiet">Bring them</button>
</form>
</section>
