{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Sign in</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
{{#LEFT}}
<p class="hello" role="status">Your account is closed. Everything that was yours
will be deleted in the next few minutes. Goodbye!</p>
{{/LEFT}}
{{>LOGIN}}
{{#NOTHING_KEPT}}
{{#SIGNUP_OPEN}}
<p class="aside">New here? <a href="/register">Register</a>.</p>
{{/SIGNUP_OPEN}}
{{/NOTHING_KEPT}}
</div>
