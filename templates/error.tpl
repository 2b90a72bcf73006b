{{%AUTOESCAPE context="HTML"}}
<div class="narrow fault">
<p class="number">{{STATUS}}</p>
{{! Translators: a headline ends with the full stop of your language }}
<h1>[[{{HEADING}}.]]</h1>
<p>{{MESSAGE}}{{#WAITING}} {{WAIT}}{{/WAITING}}</p>
<p class="aside"><a href="/">[[Go to the front page]]</a></p>
</div>
