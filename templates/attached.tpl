{{%AUTOESCAPE context="HTML"}}
<div class="attached">
{{#QUESTION}}
{{! Translators: after {answers} follow, if they apply, "ends ..." and the others. }}
<p class="context">{{#COMES}}[[Question: Who comes?
[answers: {{#ANSWER}}{{#NEXT}} / {{/NEXT}}<bdi>{{WORDS}}</bdi>{{/ANSWER}}]]]{{/COMES}}{{#OTHER}}[[Question:
[answers: {{#ANSWER}}{{#NEXT}} / {{/NEXT}}<bdi>{{WORDS}}</bdi>{{/ANSWER}}]]]{{/OTHER}}{{#ENDS}}{{COMMA}}[[ends <time datetime="{{WHEN}}">{{DATE}}</time>]]{{/ENDS}}{{#SEVERAL}}{{COMMA}}[[several answers]]{{/SEVERAL}}{{#SECRET}}{{COMMA}}[[secret ballot]]{{/SECRET}}{{#REMINDS}}{{COMMA}}[[with a reminder]]{{/REMINDS}}</p>
{{/QUESTION}}
{{#DATE}}
{{! Translators: when the event is, and where }}
<p class="context">{{#PLACE}}[[Date: <time datetime="{{WHEN}}">{{DATE}}</time>, <bdi>{{PLACE}}</bdi>]]{{/PLACE}}{{#NOWHERE}}[[Date:
<time datetime="{{WHEN}}">{{DATE}}</time>]]{{/NOWHERE}}</p>
{{/DATE}}
{{#ANNOUNCED}}
<p class="context">[[Announcement until {{DAY}}]]</p>
{{/ANNOUNCED}}
{{>THUMBS}}
</div>
