{{%AUTOESCAPE context="HTML"}}
{{! Who did something, or to whom: {who} and {whom} in other messages. The line ends in
a section that is never shown: a comma may follow. }}{{#MEMBER}}<a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>{{/MEMBER}}{{#SYSTEM}}[[{{USER}}, on the server,]]{{/SYSTEM}}{{#SOMEBODY}}{{WHO}}{{/SOMEBODY}}{{#NEVER}}
{{/NEVER}}
