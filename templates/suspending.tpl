{{%AUTOESCAPE context="HTML"}}
<h1>[[Suspend <bdi>@{{NAME}}</bdi>?]]</h1>
<p>[[<bdi>@{{NAME}}</bdi> will be able to sign in, but only to see the reason, to
manage their account, to download their data or to leave. Meanwhile nobody but hosts and moderators sees
their profile, posts and reposts. Nothing is deleted, and you can restore the
account at any time.]]</p>
