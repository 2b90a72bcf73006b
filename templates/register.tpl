{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Register</h1>
{{>REGISTER}}
{{#SIGNUP_CLOSED}}
<p>This site takes no new members at the moment, unless the person who runs
it adds them. Ask for a name and a password.</p>
{{/SIGNUP_CLOSED}}
<p class="aside">Already a member? <a href="/login">Sign in</a>.</p>
</div>
