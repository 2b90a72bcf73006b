{{%AUTOESCAPE context="HTML"}}
{{! What another template has made, for this visitor or another. Only here is a value not escaped. }}
{{KEPT:x-html}}
