{{%AUTOESCAPE context="HTML"}}
<p>[[Nobody will see it or its reposts any more. Replies to it stay. Hosts and
moderators can still read it and restore it for {{DAYS}} days; then it's deleted.]]</p>
