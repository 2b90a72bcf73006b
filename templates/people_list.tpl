{{%AUTOESCAPE context="HTML"}}
{{! One form, and all members in it: some browsers know a button only there. }}
{{#BUTTONS}}
<form method="post" action="/follow">
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
{{/BUTTONS}}
<ul class="people">
{{>PERSON}}
</ul>
{{#BUTTONS}}
</form>
{{/BUTTONS}}
