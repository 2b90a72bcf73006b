{{%AUTOESCAPE context="HTML"}}
<p class="thumbs">
{{#ONE}}
<img src="{{SRC}}" width="{{WIDTH}}" height="{{HEIGHT}}" loading="lazy" alt="{{#SHOWS}}{{ALT}}{{/SHOWS}}{{#UNSAID}}[[Picture without a description]]{{/UNSAID}}">
{{/ONE}}
</p>
