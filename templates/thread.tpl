{{%AUTOESCAPE context="HTML"}}
<h2 class="hush">The post</h2>
{{>PARENT}}
<div class="focus">
{{>POST}}
{{#LIKERS}}
<p class="known">Liked by
{{#WHO}}
<a href="/@{{NAME:x-path}}">{{#CALLED}}<bdi>{{DISPLAY}}</bdi> {{/CALLED}}@<bdi>{{NAME}}</bdi></a>{{#COMMA}},{{/COMMA}}
{{/WHO}}
{{#MORE}}and {{COUNT}} {{#ONE}}other{{/ONE}}{{#MANY}}others{{/MANY}}{{/MORE}}</p>
{{/LIKERS}}
{{#TOOLS}}
<p class="tools">
{{#SAVE}}
<button type="submit" class="plain" name="save" value="{{ID}}">Save</button>
{{/SAVE}}
{{#UNSAVE}}
<button type="submit" class="plain" name="unsave" value="{{ID}}">Saved (undo)</button>
{{/UNSAVE}}
{{#PIN}}
<button type="submit" class="plain" name="pin" value="{{ID}}">Pin to your profile</button>
{{/PIN}}
{{#UNPIN}}
<button type="submit" class="plain" name="unpin" value="{{ID}}">Unpin</button>
{{/UNPIN}}
{{#DELETE}}
<a href="/delete?id={{ID:url_query_escape}}">Delete this post</a>
{{/DELETE}}
</p>
{{/TOOLS}}
</div>
<section class="posts" id="replies" aria-labelledby="replies-title">
<h2 class="label" id="replies-title">Replies</h2>
{{#NO_REPLIES}}
<p class="empty">No replies yet.</p>
{{/NO_REPLIES}}
{{>ONE_REPLY}}
{{#PAGES}}
<nav class="pager" aria-label="Replies">
{{#EARLIER}}
<a href="?start={{START:url_query_escape}}#replies" rel="prev">Earlier replies</a>
{{/EARLIER}}
{{#LATER}}
<a href="?start={{START:url_query_escape}}#replies" rel="next">Later replies</a>
{{/LATER}}
</nav>
{{/PAGES}}
</section>
