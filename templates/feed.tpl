{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>Your feed</h1>
<p>A feed reader can fetch what your home page shows: your posts and those of
the people you follow. It does not sign in; it knows an address that is yours
alone.</p>
{{#MADE}}
<div class="field">
<label for="address">Address for your feed reader</label>
<p class="hint" id="address-hint">You see it only now, so give it to your reader
at once. Anybody who knows it can read your home page. It stops working when you
make a new one, or get a new password, but not when you sign out.</p>
<input id="address" type="text" value="{{ADDRESS}}" readonly
 aria-describedby="address-hint">
</div>
{{/MADE}}
{{#ON}}
<p>You have an address. Nobody can show it to you again: if you have lost it, make
a new one.</p>
<form class="choice" method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="feed" value="new">Make a new address</button>
<button type="submit" name="feed" value="off" class="quiet">Switch it
off</button>
</form>
{{/ON}}
{{#OFF}}
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="feed" value="new">Make an address</button>
</form>
{{/OFF}}
<p class="aside">Everybody's posts, and those of one member or of one tag, have
feeds that need no secret: look for “Atom feed” on their pages.</p>
<p class="aside"><a href="/@{{ME:x-path}}">Back to your profile</a></p>
</div>
