{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Two-step sign-in]]</h1>
{{#UNAVAILABLE}}
<p>[[You can't use this here yet, because this site shares its database with PHP
Retwis, which would let people in without a code.]]</p>
{{/UNAVAILABLE}}
{{#OFF}}
{{#LATE}}
<p class="bad" role="alert">{{MESSAGE}}</p>
{{/LATE}}
<p>[[With this on, signing in takes your password and a code from your phone. So
someone who finds out your password still can't get in.]]</p>
<p>[[You need an authenticator app on your phone, such as Aegis, FreeOTP or Google
Authenticator. Many password managers work, too.]]</p>
<p>[[You stay signed in <a href="/account#devices">where you're signed in now</a>.]]</p>
<form method="post" action="/account/code">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="password">[[Your password]]</label>
<input id="password" type="password" name="password" dir="ltr" autocomplete="current-password"
 required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
<button type="submit">[[Set up]]</button>
</form>
{{/OFF}}
{{#SECRET}}
<h2 class="label">[[1. Scan this with your app]]</h2>
{{#QR}}
<svg class="qr" viewBox="0 0 {{SIDE}} {{SIDE}}" role="img" aria-label="[[QR code of the secret below]]"><path d="{{PATH}}"/></svg>
{{/QR}}
<p>[[Or type this secret into it: <code class="secret">{{SECRET}}</code>]]</p>
<p>[[Don't show it to anyone: whoever has it can make your codes.]]</p>
<h2 class="label">[[2. Enter the code that it shows]]</h2>
{{/SECRET}}
{{#CONFIRM}}
<form method="post" action="/account/code">
<input type="hidden" name="csrf" value="{{CSRF}}">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
{{>CODE_FIELD}}
<button type="submit">[[Switch on]]</button>
</form>
<p class="aside"><a href="/account/code">[[Start again]]</a></p>
{{/CONFIRM}}
{{#SPARE}}
<p class="hello" role="status">{{#NOW_ON}}[[Two-step sign-in is on.]] {{/NOW_ON}}[[Now write down your spare codes.]]</p>
<p>[[Each of them works once in place of a code from your phone. Keep them on paper,
and not on the phone that you might lose. They won't be shown again.]]</p>
<ol class="codes">
{{#EACH}}
<li><code>{{CODE}}</code></li>
{{/EACH}}
</ol>
<p><a href="/account/code">[[I've written them down]]</a></p>
{{/SPARE}}
{{#ON}}
<p>[[It's on: signing in takes your password and a code.]]
{{#LEFT}}
[[You have {{COUNT}} spare code left. | You have {{COUNT}} spare codes left.]]
{{/LEFT}}
{{#NONE_LEFT}}
[[You have no spare codes left: make new ones now.]]
{{/NONE_LEFT}}
</p>
<form method="post" action="/account/code">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="username" value="{{ME}}" autocomplete="username">
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<div class="field">
<label for="password">[[Your password]]</label>
<input id="password" type="password" name="password" dir="ltr" autocomplete="current-password"
 required
{{#BAD_PASSWORD}}
 aria-invalid="true" aria-describedby="password-bad"{{#FIRST}} autofocus{{/FIRST}}
{{/BAD_PASSWORD}}
>
{{#BAD_PASSWORD}}
<p class="bad" id="password-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_PASSWORD}}
</div>
{{>CODE_FIELD}}
<div class="choice">
<button type="submit" name="spare" value="new">[[Make new spare codes]]</button>
<button type="submit" name="off" value="off" class="quiet">[[Switch off]]</button>
</div>
</form>
<p class="aside">[[New spare codes replace the old ones. To move to another phone,
switch it off here and set it up again there.]]</p>
{{/ON}}
<p class="aside"><a href="/account">[[Back to your account]]</a></p>
</div>
