{{%AUTOESCAPE context="HTML"}}
{{! Who did what a notice is about: {a}, {b} and {c} are members. }}
{{#ONE}}
{{>A}}
{{/ONE}}
{{#TWO}}
[[{{>A}} and {{>B}}]]
{{/TWO}}
{{#THREE}}
[[{{>A}}, {{>B}} and {{>C}}]]
{{/THREE}}
{{#ONE_MORE}}
[[{{>A}} and {{COUNT}} other | {{>A}} and {{COUNT}} others]]
{{/ONE_MORE}}
{{#TWO_MORE}}
[[{{>A}}, {{>B}} and {{COUNT}} other | {{>A}}, {{>B}} and {{COUNT}} others]]
{{/TWO_MORE}}
{{#ONE_ALL}}
[[{{>A}} and <a href="/@{{ME:x-path}}/followers">{{COUNT}} other</a> | {{>A}} and <a href="/@{{ME:x-path}}/followers">{{COUNT}} others</a>]]
{{/ONE_ALL}}
{{#TWO_ALL}}
[[{{>A}}, {{>B}} and <a href="/@{{ME:x-path}}/followers">{{COUNT}} other</a> | {{>A}}, {{>B}} and <a href="/@{{ME:x-path}}/followers">{{COUNT}} others</a>]]
{{/TWO_ALL}}
