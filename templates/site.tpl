{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{HEADING}}</h1>
{{#FIRST_TIME}}
<p>[[You can change all of this later.]]</p>
{{/FIRST_TIME}}
{{#PREVIEW}}
<h2 class="label" id="preview">[[Preview]]</h2>
<section class="quoted" aria-labelledby="preview">
{{>TEXT}}
</section>
{{/PREVIEW}}
{{#GROUP}}
{{#SECTION}}
<section id="{{ID}}" aria-labelledby="{{ID}}-title">
<h2 class="label" id="{{ID}}-title">{{TITLE}}</h2>
{{/SECTION}}
<form method="post" action="/site">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#HIDDEN}}
<input type="hidden" name="{{NAME}}" value="{{VALUE:pre_escape}}">
{{/HIDDEN}}
{{#FIELD}}
{{#CHOICES}}
<fieldset class="choices"{{#LOCKED}} disabled{{/LOCKED}}
{{#BAD}}
 aria-invalid="true" aria-describedby="{{FIELD_ID}}-bad"
{{/BAD}}
>
<legend>{{LABEL}}</legend>
{{#HINTED}}
<p class="hint">{{HINT}}</p>
{{/HINTED}}
{{#LOCKED}}
<p class="hint">[[Set on the server: hosts can't change it here.]]</p>
{{/LOCKED}}
{{#OPTION}}
<label><input type="radio" name="{{NAME}}" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}>{{#SWATCH}} <i data-colour="{{VALUE}}"></i>{{/SWATCH}} <span>{{WORDS}}</span></label>
{{/OPTION}}
{{#BAD}}
<p class="bad" id="{{FIELD_ID}}-bad" role="alert">{{MESSAGE}}</p>
{{/BAD}}
</fieldset>
{{/CHOICES}}
{{#TYPED}}
<div class="field">
<label for="{{FIELD_ID}}">{{LABEL}}</label>
<p class="hint" id="{{FIELD_ID}}-hint">{{HINT}}{{#LOCKED}} [[Set on the server: hosts
can't change it here.]]{{/LOCKED}}</p>
{{#LINE}}
<input id="{{FIELD_ID}}" type="text" name="{{NAME}}" value="{{VALUE}}" dir="auto"
 aria-describedby="{{FIELD_ID}}-hint{{#BAD}} {{FIELD_ID}}-bad{{/BAD}}"
{{#LOCKED}}
 disabled
{{/LOCKED}}
{{#BAD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD}}
>
{{/LINE}}
{{#NUMBER}}
<input id="{{FIELD_ID}}" type="number" name="{{NAME}}" value="{{VALUE}}" min="{{LEAST}}" max="{{MOST}}" required
 aria-describedby="{{FIELD_ID}}-hint{{#BAD}} {{FIELD_ID}}-bad{{/BAD}}"
{{#LOCKED}}
 disabled
{{/LOCKED}}
{{#BAD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD}}
>
{{/NUMBER}}
{{#LONG}}
{{! A browser drops one line break after the tag, so it drops this one. }}
<textarea id="{{FIELD_ID}}" name="{{NAME}}" rows="16" dir="auto"
 aria-describedby="{{FIELD_ID}}-hint{{#BAD}} {{FIELD_ID}}-bad{{/BAD}}"
{{#LOCKED}}
 disabled
{{/LOCKED}}
{{#BAD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD}}
>
{{VALUE:pre_escape}}</textarea>
{{/LONG}}
{{#BAD}}
<p class="bad" id="{{FIELD_ID}}-bad" role="alert">{{MESSAGE}}</p>
{{/BAD}}
</div>
{{/TYPED}}
{{/FIELD}}
{{#PASSWORD}}
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
<div class="field">
<label for="password">[[Your password]]</label>
<p class="hint" id="password-hint">[[Needed only if you let everyone read or register.]]</p>
<input id="password" type="password" name="password" autocomplete="current-password"
 aria-describedby="password-hint{{#BAD_PASSWORD}} password-bad{{/BAD_PASSWORD}}"
{{#BAD_PASSWORD}}
 aria-invalid="true"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
{{/PASSWORD}}
<button type="submit" data-busy="[[Saving…]]">[[Save]]</button>
{{#CAN_PREVIEW}}
<button type="submit" name="preview" value="1" class="quiet">[[Preview]]</button>
{{/CAN_PREVIEW}}
{{#CAN_SKIP}}
<button type="submit" name="skip" value="1" class="quiet">[[Not now]]</button>
{{/CAN_SKIP}}
</form>
{{#SECTION}}
</section>
{{/SECTION}}
{{/GROUP}}
{{#PICTURES}}
<section id="mark" aria-labelledby="mark-title">
<h2 class="label" id="mark-title">[[Site icon]]</h2>
<p>[[The picture next to the name of the site. <a href="/site/mark">Choose the site icon</a>]]</p>
</section>
{{/PICTURES}}
{{#TEXTS}}
<section id="texts" aria-labelledby="texts-title">
<h2 class="label" id="texts-title">[[Texts about the site]]</h2>
<ul class="links texts">
{{#PAGE}}
<li><a href="/site?text={{NAME:url_query_escape}}">{{LABEL}}</a> <span class="when">{{STATE}}</span></li>
{{/PAGE}}
</ul>
</section>
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
{{/TEXTS}}
{{#ONE_TEXT}}
<p class="aside"><a href="/site#texts">[[Back to the settings]]</a></p>
{{/ONE_TEXT}}
</div>
