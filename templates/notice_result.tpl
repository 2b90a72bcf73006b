{{%AUTOESCAPE context="HTML"}}
{{#ANSWER}}{{COMMA}}<bdi>{{ANSWER}}</bdi> <b>{{COUNT}}</b>{{#GUESTS}} [[(and {{COUNT}} guest) | (and {{COUNT}} guests)]]{{/GUESTS}}{{/ANSWER}}
