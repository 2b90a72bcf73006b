{{%AUTOESCAPE context="HTML"}}
<ul class="names">
{{#WHO}}
<li><a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}<bdi>@{{NAME}}</bdi></a>{{#GUESTS}} <b>+{{COUNT}}</b>{{/GUESTS}}</li>
{{/WHO}}
{{#UNNAMED}}
<li class="hint">{{COUNT}} {{#ONE}}member whose name isn't{{/ONE}}{{#MANY}}members whose names aren't{{/MANY}} shown</li>
{{/UNNAMED}}
</ul>
