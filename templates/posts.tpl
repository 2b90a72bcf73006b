{{%AUTOESCAPE context="HTML"}}
{{! One form, and all posts in it: some browsers know a button only there. }}
{{#BUTTONS}}
<form method="post" action="/act">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
{{/BUTTONS}}
{{>POST}}
{{#BUTTONS}}
</form>
{{/BUTTONS}}
