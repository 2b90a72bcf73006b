{{%AUTOESCAPE context="HTML"}}
<section id="import" aria-labelledby="import-title">
<h2 class="label" id="import-title">[[Import posts]]</h2>
{{#BROUGHT}}
<p class="hello" role="status">[[{{COUNT}} post is being imported and will appear on
<a href="/@{{ME:x-path}}">your profile</a> in a moment. | {{COUNT}} posts are being
imported and will appear on <a href="/@{{ME:x-path}}">your profile</a> in a
moment.]]</p>
{{/BROUGHT}}
{{#BROUGHT_PICTURES}}
<p class="hello" role="status">[[{{COUNT}} picture is being imported. They appear in
<a href="/@{{ME:x-path}}">your posts</a> within some minutes. | {{COUNT}} pictures are
being imported. They appear in <a href="/@{{ME:x-path}}">your posts</a> within some
minutes.]]</p>
{{/BROUGHT_PICTURES}}
<form method="post" action="/account/import" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#LEFT_OFF}}
<p class="bad" role="alert">[[This site has no pictures, so those in the file were
left out.]]</p>
{{/LEFT_OFF}}
{{#LEFT_AWAY}}
<p class="bad" role="alert">[[Pictures can't be stored right now, so those in the
file were left out. Import the same file again later.]]</p>
{{/LEFT_AWAY}}
{{#LEFT_FULL}}
<p class="bad" role="alert">[[The site's disk is nearly full, so pictures in the
file were left out. Please tell a host.]]</p>
{{/LEFT_FULL}}
{{#LEFT_MANY}}
<p class="bad" role="alert">[[These are more pictures than can be sent in a day, so
those in the file were left out. Import the same file again tomorrow.]]</p>
{{/LEFT_MANY}}
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="file">[[The file you downloaded from another Retwis]]</label>
<p class="hint" id="file-hint">[[A zip file of up to 64 megabytes.]]
{{#HAS_PICTURES}}
[[Your posts and replies appear below those you write here, with the dates given in
the file and with their pictures. If your download came in parts, import each.]]
{{/HAS_PICTURES}}
{{#NO_PICTURES}}
[[Your posts and replies appear below those you write here, with the dates given in
the file.]]
{{/NO_PICTURES}}
[[Likes, follows and everything else are left out, and mentions aren't linked.]]</p>
<input id="file" type="file" name="file" accept=".zip,application/zip" required
 aria-describedby="file-hint">
</div>
<button type="submit" class="quiet">[[button|Import]]</button>
</form>
</section>
