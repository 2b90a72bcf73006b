{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Private feed</h1>
<p>A feed reader can show you what's on your home page: your posts and those of
the people you follow. It doesn't sign in. It uses an address that only you
know.</p>
{{#MADE}}
<div class="field">
<label for="address">Address for your feed reader</label>
<p class="hint" id="address-hint">It won't be shown again, so add it to your feed
reader now. Anyone who knows it can read your home page. It stops working when
you create a new one or change your password, but not when you sign out.</p>
<input id="address" type="text" value="{{ADDRESS}}" readonly
 aria-describedby="address-hint">
</div>
{{/MADE}}
{{#ON}}
<p>You have an address. It won't be shown again: if you've lost it, create a new
one.</p>
<p class="choice"><a class="button" href="/feed?feed=new">Create a new address</a>
<a class="button quiet" href="/feed?feed=off">Turn it off</a></p>
{{/ON}}
{{#OFF}}
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="feed" value="new">Create an address</button>
</form>
{{/OFF}}
<p class="aside">The feeds of everyone, of a member and of a tag need no
secret address: look for “Atom feed” on those pages.</p>
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
</div>
