{{%AUTOESCAPE context="HTML"}}
<div class="narrow">
<h1>{{HEADING}}</h1>
<p role="alert">{{MESSAGE}}</p>
{{#TYPED}}
<div class="field">
<label for="unsaved">[[Your text, which was not saved]]</label>
<textarea id="unsaved" rows="5" dir="auto" readonly>
{{STATUS:pre_escape}}</textarea>
</div>
{{/TYPED}}
{{#PUBLISHED}}
<p class="aside"><a href="/@{{ME:x-path}}/{{ID}}">[[Back to the post]]</a></p>
{{/PUBLISHED}}
{{#GONE}}
<p class="aside"><a href="/">[[Back to your home page]]</a></p>
{{/GONE}}
{{#SCHEDULED}}
<p class="aside"><a href="/scheduled">[[Back to your scheduled posts]]</a></p>
{{/SCHEDULED}}
</div>
