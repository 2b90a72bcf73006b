{{%AUTOESCAPE context="HTML"}}
<p>[[This is what the software of this site does. The people who run the site can
replace this page with one of their own.]]</p>
<h2>[[What is stored]]</h2>
<p>[[What you write and do here: your name, your posts, likes, reposts and saved posts,
whom you follow, mute or block, and your notifications. Your password is stored as a
hash, which can't be turned back into it. No e-mail address is needed.]]</p>
{{#PICTURES}}<p>[[Pictures, as new copies of those that you send: the place where a photograph was
taken, the camera, and everything else that was in the file is not kept.]]</p>
{{/PICTURES}}<p>[[Where you are signed in: the kind of browser and the day when you last used it,
and a digest of the places from which you have signed in, so that you can be told of
a new one. The day of your last visit, unless you turn that off.]]</p>
<p>[[Which announcements you have read, once you press “I've read it”: until 30 days
after their end. Then only the number of readers is kept.]]</p>
<h2>[[What others see]]</h2>
<p>[[Your profile and your posts can be read by everyone who may read this site. Only
you can see what you save, mute and block. Other members see how you have answered a
question, unless it is a secret ballot; its author and the hosts also see that you
haven't. The author of an announcement, the hosts and the moderators see whether you
have read it, until thirty days after its end. No part of a page comes from another
site, and nothing about you is sent to one.]]</p>
<h2>[[What is deleted, and when]]</h2>
<p>[[A post that you delete is gone at once. A post that a moderator removes is hidden
at once, and deleted after 30 days; until then the hosts and moderators of this site
can read and restore it. What they do is in a log, which names members only by their
numbers.]]</p>
{{#PICTURES_DELETED}}<p>[[Pictures are deleted within a minute after their post, or after you have taken them
out. If the hosts keep a copy of the pictures, they are deleted from it seven days
later.]]</p>
{{/PICTURES_DELETED}}<p>[[What you report is read by the hosts and moderators, with the words of the post,
but not who reported it: that is stored only to tell you what was done. All of it is
deleted 30 days after they have closed the case, or half a year after it was opened if
nobody does. For a year after the end of a case they can see that there was one.]]</p>
<p>[[You can <a href="/account/export">download everything</a> that is yours, and
<a href="/account/leave">leave</a>: then all of it is deleted, and your name remains
reserved. Backups that the hosts have made keep what they contain until they are
thrown away.]]</p>
