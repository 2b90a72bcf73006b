{{%AUTOESCAPE context="HTML"}}
{{#BLOCK}}
{{#FOLDED}}<details class="fold"><summary data-open="[[Show less]]">[[Show more]]</summary>{{/FOLDED}}<p class="body" dir="auto"{{#SPOKEN}} lang="{{LANGUAGE}}"{{/SPOKEN}}>{{BODY:pre_escape}}{{#PART}}{{#TEXT}}{{SHOWN:pre_escape}}{{/TEXT}}{{#LINK}}<a href="{{TO}}" rel="nofollow ugc noopener">{{SHOWN}}</a>{{/LINK}}{{#MENTION}}<a href="/@{{TO:x-path}}">@{{SHOWN}}</a>{{/MENTION}}{{#TAG}}<a href="/tag/{{TO:x-path}}">{{SIGN}}{{SHOWN}}</a>{{/TAG}}{{/PART}}</p>{{#FOLDED}}</details>{{/FOLDED}}
{{/BLOCK}}
