{{%AUTOESCAPE context="HTML"}}
{{! What post.tpl has made, for this visitor or another. Only here is a value not escaped. }}
{{POST:x-html}}
