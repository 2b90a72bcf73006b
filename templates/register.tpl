{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Register</h1>
{{#INVITED}}
<p>{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}@<bdi>{{NAME}}</bdi> invites you to {{SITE}}. When you are in, you follow
each other.</p>
{{/INVITED}}
{{>REGISTER}}
{{#BY_LINK}}
<p>This site takes new members by invitation: ask a member for a link.</p>
{{/BY_LINK}}
{{#SIGNUP_CLOSED}}
<p>This site takes no new members at the moment, unless the person who runs
it adds them. Ask for a name and a password.</p>
{{/SIGNUP_CLOSED}}
<p class="aside">Already a member? <a href="/login">Sign in</a>.</p>
</div>
