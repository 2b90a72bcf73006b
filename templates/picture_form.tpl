{{%AUTOESCAPE context="HTML"}}
<details class="adding"{{#OPEN}} open{{/OPEN}}>
<summary{{#BAD_PICTURES}}{{#FIRST}} autofocus{{/FIRST}}{{/BAD_PICTURES}}>[[Add pictures]]</summary>
{{#BAD_PICTURES}}
<p class="bad" id="pictures-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PICTURES}}
{{#CARRIED}}
<input type="hidden" name="kept" value="{{TOKENS}}">
<p class="hint">[[The pictures that you sent before are still part of this post.]]</p>
{{/CARRIED}}
{{#KEPT}}
<fieldset class="choices sent">
<legend>[[Already sent]]</legend>
<p class="hint">[[They are kept for ten minutes. Untick one to leave it out.]]</p>
{{#ONE}}
<label><input type="checkbox" name="kept" value="{{TOKEN}}" checked>
<img src="{{SRC}}" width="{{WIDTH}}" height="{{HEIGHT}}" alt="">
<span>{{#SHOWS}}<bdi>{{ALT}}</bdi>{{/SHOWS}}{{#UNSAID}}[[Picture without a description]]{{/UNSAID}}</span></label>
{{/ONE}}
</fieldset>
{{/KEPT}}
<fieldset class="choose" data-file-max="{{FILE_MAX}}" data-all-max="{{ALL_MAX}}"
 data-choose="[[Choose pictures]]" data-sending="[[Sending…]]"
 data-remove="[[button|Remove]]" data-remove-nth="[[Remove picture {n}]]"
{{! Translators: {now} of {all} is "2 of 4" pictures. }}
 data-added="{{#ADDED}}[[Added a picture: now {now} of {all} | Added {n} pictures: now {now} of {all}]]|{{/ADDED}}"
 data-removed="[[Removed the picture: now {now} of {all}]]"
 data-other="[[“{name}” isn't a JPEG, PNG, WebP or GIF picture.]]"
 data-large="[[“{name}” is larger than {{FILE_MB}} MB. Choose a smaller copy.]]"
 data-all="[[“{name}” was left out: all pictures together can have up to {{ALL_MB}} MB.]]"
 data-many="[[“{name}” was left out: a post can have up to four pictures.]]">
<legend>[[Up to four pictures]]</legend>
<p class="hint" id="pictures-hint">[[JPEG, PNG, WebP or GIF, up to {{FILE_MB}} MB each. The place
where they were taken is removed. Say what each one shows, for those who cannot see it: up to
500 characters.]]</p>
{{#TEXT}}
<div class="field alt">
<label for="alt{{NTH}}">[[Picture {{N}}: what does it show?]]</label>
<input id="alt{{NTH}}" type="text" name="alt{{NTH}}" value="{{ALT}}" dir="auto" autocomplete="off"
 aria-describedby="pictures-hint{{#BAD_PICTURE}} picture{{NTH}}-bad{{/BAD_PICTURE}}"
{{#BAD_PICTURE}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PICTURE}}
>
{{#BAD_PICTURE}}
<p class="bad" id="picture{{NTH}}-bad" role="alert">[[Picture {{N}}: {{MESSAGE}}]]</p>
{{/BAD_PICTURE}}
</div>
{{/TEXT}}
{{#FILE}}
<div class="field file">
<label for="picture{{NTH}}">[[Picture {{N}}]]</label>
<input id="picture{{NTH}}" type="file" name="pictures"
 accept="image/jpeg,image/png,image/webp,image/gif">
</div>
{{/FILE}}
</fieldset>
</details>
