{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Invitations]]</h1>
<p>[[Anyone who uses your link becomes a member. You'll follow each other from the
start. Only give it to people you know.]]</p>
<form method="post" action="/invitations">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="uses">[[How many people can use it]]</label>
<input id="uses" type="number" name="uses" value="{{USES}}" min="1" max="{{USES_MAX}}" required
{{#BAD_USES}}
 aria-invalid="true" aria-describedby="uses-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_USES}}
>
{{#BAD_USES}}
<p class="bad" id="uses-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_USES}}
</div>
<div class="field">
<label for="days">[[How many days it works]]</label>
<input id="days" type="number" name="days" value="{{DAYS}}" min="1" max="{{DAYS_MAX}}" required
{{#BAD_DAYS}}
 aria-invalid="true" aria-describedby="days-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_DAYS}}
>
{{#BAD_DAYS}}
<p class="bad" id="days-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_DAYS}}
</div>
<button type="submit">[[Create a link]]</button>
</form>
{{#ONE}}
<section class="invitation" aria-labelledby="link-{{NTH}}">
<h2 class="label" id="link-{{NTH}}">[[Link {{NUMBER}}]]</h2>
{{#WORKS}}
<div class="field">
<label for="address-{{NTH}}">[[Address]]</label>
<input id="address-{{NTH}}" type="text" value="{{ADDRESS}}" readonly>
</div>
{{#QR}}
<details>
<summary>[[QR code]]</summary>
<svg class="qr" viewBox="0 0 {{SIDE}} {{SIDE}}" role="img" aria-label="[[QR code of the address]]"><path d="{{PATH}}"/></svg>
</details>
{{/QR}}
<p>[[{{LEFT}} of {{USES}} uses left, until {{UNTIL}}. | {{LEFT}} of {{USES}} uses left, until {{UNTIL}}.]]</p>
{{/WORKS}}
{{#ENDED}}
<p>[[Expired on {{UNTIL}}.]]</p>
{{/ENDED}}
{{#USED_UP}}
<p>[[0 of {{USES}} uses left. | 0 of {{USES}} uses left.]]</p>
{{/USED_UP}}
{{#GUESTS}}
<p>[[Joined with this link: [names: {{#GUEST}}<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{COMMA}}{{/GUEST}}].]]</p>
{{/GUESTS}}
{{#WORKS}}
<p><a class="button quiet" href="/invitations?revoke={{NTH}}">[[Revoke<span class="hush"> link {{NUMBER}}</span>]]</a></p>
{{/WORKS}}
{{#REMOVE}}
<form method="post" action="/invitations">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="revoke" value="{{TOKEN}}" class="quiet">[[Remove<span class="hush"> link {{NUMBER}}</span>]]</button>
</form>
{{/REMOVE}}
</section>
{{/ONE}}
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
</div>
