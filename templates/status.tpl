{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1 class="hush">Post by {{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}@<bdi>{{NAME}}</bdi></h1>
{{#PARENT_GONE}}
<p class="gone">This is a reply to a deleted post.</p>
{{/PARENT_GONE}}
{{>POSTS}}
{{>POST_FORM}}
{{#SIGNED_OUT}}
<p class="aside"><a href="{{SIGN_IN}}">Sign in</a> to reply.</p>
{{/SIGNED_OUT}}
</div>
