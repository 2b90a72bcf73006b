{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>[[Muted and blocked members]]</h1>
{{#BAD_FORM}}
<p class="bad" id="form-bad" role="alert">{{MESSAGE}}</p>
{{/BAD_FORM}}
<section aria-labelledby="muted">
<h2 class="label" id="muted">[[heading|Muted]]</h2>
<p>[[You don't see the posts, reposts and replies of members you've muted, except on
their profiles, and get no notifications from them. They aren't told.]]</p>
{{#NO_MUTED}}
<p class="empty">[[Nobody. “Mute” is under “More” on each profile.]]</p>
{{/NO_MUTED}}
{{>MUTED}}
</section>
<section aria-labelledby="blocked">
<h2 class="label" id="blocked">[[heading|Blocked]]</h2>
<p>[[Members you've blocked are muted, too. They can't follow you, reply to you, or
like or repost your posts, and you don't follow them. They can still read what every
member can read. If you unblock someone, you see their posts again, but neither of you
follows the other until you choose to.]]</p>
{{#NO_BLOCKED}}
<p class="empty">[[Nobody. “Block” is under “More” on each profile.]]</p>
{{/NO_BLOCKED}}
{{>BLOCKED}}
</section>
<p class="aside"><a href="/account">[[Back to your account]]</a></p>
</div>
