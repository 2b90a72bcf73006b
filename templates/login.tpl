{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Sign in</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
{{#LEFT}}
<p class="hello" role="status">Your account is closed. All that was yours goes in
the next minutes. Farewell!</p>
{{/LEFT}}
{{>LOGIN}}
{{#NOTHING_KEPT}}
{{#SIGNUP_OPEN}}
<p class="aside">No name here yet? <a href="/register">Register</a>.</p>
{{/SIGNUP_OPEN}}
{{/NOTHING_KEPT}}
</div>
