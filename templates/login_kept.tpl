{{%AUTOESCAPE context="HTML"}}
{{! Not hidden: a text that you can see is not lost, and you can copy it. }}
<div class="kept">
<label for="kept">[[Your text]]</label>
<textarea id="kept" name="{{FIELD}}" rows="3" dir="auto" readonly>
{{TEXT:pre_escape}}</textarea>
{{#ANSWERS}}
<label for="kept-answers">[[Answers to your question]]</label>
<textarea id="kept-answers" name="answers" rows="3" dir="auto" readonly>
{{TEXT:pre_escape}}</textarea>
{{/ANSWERS}}
</div>
{{#HIDDEN}}
<input type="hidden" name="{{NAME}}" value="{{VALUE}}">
{{/HIDDEN}}
