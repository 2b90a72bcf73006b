{{%AUTOESCAPE context="HTML"}}
{{! The name is next to it, so that it is no text of the page. }}
{{#LETTER}}
<i class="f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></i>
{{/LETTER}}
{{#PICTURE}}
<img data-face src="{{SMALL}}" srcset="{{SMALL}} 1.8x, {{LARGE}} 3x" width="40" height="40" alt="" loading="lazy">
{{/PICTURE}}
{{#LARGE_LETTER}}
<i class="large f{{HUE}}" data-face="{{INITIAL}}" aria-hidden="true"></i>
{{/LARGE_LETTER}}
{{#LARGE_PICTURE}}
<a href="{{LARGE}}"><img class="large" data-face src="{{LARGE}}" width="72" height="72" alt="[[Profile picture]]"></a>
{{/LARGE_PICTURE}}
