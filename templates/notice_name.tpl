{{%AUTOESCAPE context="HTML"}}
{{! The line ends in a section that is never shown: a comma may follow. }}
{{#LINK}}<a href="/@{{NAME:x-path}}">{{/LINK}}{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}{{#LINK}}</a>{{/LINK}}{{#NEVER}}
{{/NEVER}}
