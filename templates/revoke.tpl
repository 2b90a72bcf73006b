{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Revoke this link?]]</h1>
<p>[[Nobody will be able to join with it. Those who already have stay members.]]</p>
<div class="field">
<label for="address">[[Address]]</label>
<p class="hint" id="address-hint">[[{{LEFT}} of {{USES}} uses left, until {{UNTIL}} | {{LEFT}} of {{USES}} uses left, until {{UNTIL}}]]</p>
<input id="address" type="text" value="{{ADDRESS}}" readonly
 aria-describedby="address-hint">
</div>
<form method="post" action="/invitations">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="revoke" value="{{TOKEN}}">[[Revoke the link]]</button>
</form>
<p class="aside"><a href="/invitations">[[Keep it]]</a></p>
</div>
