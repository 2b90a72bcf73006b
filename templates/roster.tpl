{{%AUTOESCAPE context="HTML"}}
<ul class="names">
{{#WHO}}
<li><a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{#GUESTS}} <b dir="ltr">+{{COUNT}}</b>{{/GUESTS}}</li>
{{/WHO}}
{{#UNNAMED}}
<li class="hint">[[{{COUNT}} member whose name isn't shown | {{COUNT}} members whose names aren't shown]]</li>
{{/UNNAMED}}
</ul>
