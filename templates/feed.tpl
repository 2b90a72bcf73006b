{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
{{#OF_FEED}}
<h1>[[Private feed]]</h1>
<p>[[A feed reader can show you what's on your home page: your posts and those of
the people you follow. It doesn't sign in. It uses an address that only you
know.]]</p>
{{#MADE}}
<div class="field">
<label for="address">[[Address for your feed reader]]</label>
<p class="hint" id="address-hint">[[It won't be shown again, so add it to your feed
reader now. Anyone who knows it can read your home page. It stops working when
you create a new one or change your password, but not when you sign out.]]</p>
<input id="address" type="text" value="{{ADDRESS}}" dir="ltr" readonly
 aria-describedby="address-hint">
</div>
{{/MADE}}
{{#ON}}
<p>[[You have an address. It won't be shown again: if you've lost it, create a new
one.]]</p>
<p class="choice"><a class="button" href="/feed?feed=new">[[Create a new address]]</a>
<a class="button quiet" href="/feed?feed=off">[[Turn it off]]</a></p>
{{/ON}}
{{#OFF}}
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="feed" value="new">[[Create an address]]</button>
</form>
{{/OFF}}
<p class="aside">[[The feeds of everyone, of a member and of a tag need no
secret address: look for “Atom feed” on those pages.]]</p>
{{/OF_FEED}}
{{#OF_CALENDAR}}
{{#MADE}}
<h1>[[Private calendar]]</h1>
{{/MADE}}
{{#BELOW}}
<section id="calendar" aria-labelledby="calendar-title">
<h2 id="calendar-title">[[Private calendar]]</h2>
{{/BELOW}}
<p>[[The calendar on your phone or computer can show you the dates that are posted
here, next to your own. It has every date that's still to come, except those that
you've answered with “No”, and follows when one is changed or cancelled. It uses
an address that only you know.]]</p>
{{#MADE}}
<div class="field">
<label for="calendar-address">[[Address for your calendar]]</label>
<p class="hint" id="calendar-hint">[[It won't be shown again, so add it to your
calendar now. Anyone who knows it can see these dates. It stops working when you
create a new one or change your password, but not when you sign out.]]</p>
<input id="calendar-address" type="text" value="{{ADDRESS}}" dir="ltr" readonly
 aria-describedby="calendar-hint">
</div>
<p>[[Copy the address, and paste it where your calendar asks for it:]]</p>
<p><strong>[[iPhone and iPad]]</strong><br>
[[In the Calendar app tap “Calendars”, “Add Calendar”, “Add Subscription
Calendar”.]]</p>
<p><strong>[[Android]]</strong><br>
[[On a computer, open Google Calendar and choose “Other calendars”, “From URL”.
Your phone shows it after that.]]</p>
<p><strong>[[Mac]]</strong><br>
[[In the Calendar app choose “File”, “New Calendar Subscription”.]]</p>
<p><strong>[[Outlook]]</strong><br>
[[Choose “Add calendar”, “Subscribe from web”.]]</p>
<p><strong>[[Thunderbird]]</strong><br>
[[Choose “New Calendar”, “On the Network”.]]</p>
{{/MADE}}
{{#ON}}
<p>[[Your calendar has an address. It won't be shown again: if you've lost it,
create a new one.]]</p>
<p class="choice"><a class="button" href="/feed?calendar=new">[[Create a new address<span class="hush"> for your calendar</span>]]</a>
<a class="button quiet" href="/feed?calendar=off">[[Turn it off<span class="hush">: private calendar</span>]]</a></p>
{{/ON}}
{{#OFF}}
<form method="post" action="/feed">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" name="calendar" value="new">[[Create an address<span class="hush"> for your calendar</span>]]</button>
</form>
{{/OFF}}
{{#BELOW}}
</section>
{{/BELOW}}
{{/OF_CALENDAR}}
<p class="aside"><a href="/@{{ME:x-path}}">[[Back to your profile]]</a></p>
</div>
