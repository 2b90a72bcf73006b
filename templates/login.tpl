{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Sign in</h1>
{{>LOGIN}}
{{#SIGNUP_OPEN}}
<p class="aside">No name here yet? <a href="/register">Register</a>.</p>
{{/SIGNUP_OPEN}}
</div>
