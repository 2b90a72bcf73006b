{{%AUTOESCAPE context="HTML"}}
<div class="attached">
{{#QUESTION}}
<p class="context">[[Question:]] {{#COMES}}[[Who comes?]] {{/COMES}}{{#ANSWER}}{{#NEXT}} / {{/NEXT}}<bdi>{{WORDS}}</bdi>{{/ANSWER}}{{#ENDS}},
[[ends <time datetime="{{WHEN}}">{{DATE}}</time>]]{{/ENDS}}{{#SEVERAL}}, [[several answers]]{{/SEVERAL}}{{#SECRET}},
[[secret ballot]]{{/SECRET}}{{#REMINDS}}, [[with a reminder]]{{/REMINDS}}</p>
{{/QUESTION}}
{{#DATE}}
<p class="context">[[Date:]] <time datetime="{{WHEN}}">{{DATE}}</time>{{#PLACE}}, <bdi>{{WORDS}}</bdi>{{/PLACE}}</p>
{{/DATE}}
{{#ANNOUNCED}}
<p class="context">[[Announcement until {{DAY}}]]</p>
{{/ANNOUNCED}}
{{>THUMBS}}
</div>
