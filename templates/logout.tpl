{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Sign out</h1>
<p>This signs you out here and everywhere else: in every browser and on
every device where you are signed in.</p>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit">Sign out everywhere</button>
</form>
<p class="aside"><a href="/">Stay signed in</a></p>
</div>
