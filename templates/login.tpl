{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[heading|Sign in]]</h1>
{{#NOTE}}
<p class="hello" role="status">{{NOTE}}</p>
{{/NOTE}}
{{#LEFT}}
<p class="hello" role="status">[[Your account is closed. Everything that was yours
will be deleted in the next few minutes. Goodbye!]]</p>
{{/LEFT}}
{{#NOTHING_KEPT}}
{{#WANTED}}
<p>[[After you sign in, you'll go straight to the page you wanted.]]</p>
{{/WANTED}}
{{/NOTHING_KEPT}}
{{>LOGIN}}
{{#NOTHING_KEPT}}
{{#SIGNUP_OPEN}}
<p class="aside">[[New here? <a href="{{SIGN_UP}}">Register</a>.]]</p>
{{/SIGNUP_OPEN}}
{{/NOTHING_KEPT}}
</div>
