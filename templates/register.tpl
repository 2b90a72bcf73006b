{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[heading|Register]]</h1>
{{#INVITED}}
<p>[[[who: {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi>] invites you
to {{SITE}}. You'll follow each other from the start.]]</p>
{{/INVITED}}
{{#LEADS_ON}}
<p>[[After you register, you'll go straight to the page you wanted.]]</p>
{{/LEADS_ON}}
{{>REGISTER}}
{{#BY_LINK}}
<p>[[You need an invitation to join this site. Ask a member for a link.]]</p>
{{/BY_LINK}}
{{#SIGNUP_CLOSED}}
<p>[[This site isn't open for registration. A host can add you: ask for a name and
a password.]]</p>
{{/SIGNUP_CLOSED}}
<p class="aside">[[Already a member? <a href="{{SIGN_IN}}">Sign in</a>.]]</p>
</div>
