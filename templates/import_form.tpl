{{%AUTOESCAPE context="HTML"}}
<section id="import" aria-labelledby="import-title">
<h2 class="label" id="import-title">Import posts</h2>
{{#BROUGHT}}
<p class="hello" role="status">{{COUNT}} post{{#MANY}}s are{{/MANY}}{{#ONE}} is{{/ONE}}
being imported and will appear on <a href="/@{{ME:x-path}}">your profile</a> in
a moment.</p>
{{/BROUGHT}}
<form method="post" action="/account/import" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="file">The file you downloaded from another Retwis</label>
<p class="hint" id="file-hint">A zip file of up to 64 megabytes. Your posts and
replies appear below those you write here, with the dates given in the file.
Likes, follows and everything else are left out, and mentions aren't linked.</p>
<input id="file" type="file" name="file" accept=".zip,application/zip" required
 aria-describedby="file-hint">
</div>
<button type="submit" class="quiet">Import</button>
</form>
</section>
