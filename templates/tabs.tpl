{{%AUTOESCAPE context="HTML"}}
<nav class="tabs" aria-label="[[Member]]">
<ul>
<li><a href="/@{{NAME:x-path}}"{{#AT_POSTS}} aria-current="page"{{/AT_POSTS}}>[[Posts]]</a></li>
<li><a href="/@{{NAME:x-path}}/followers"{{#AT_FOLLOWERS}} aria-current="page"{{/AT_FOLLOWERS}}
>{{#FOLLOWERS}}[[<strong>{{COUNT}}</strong> Follower | <strong>{{COUNT}}</strong> Followers]]{{/FOLLOWERS}}</a></li>
<li><a href="/@{{NAME:x-path}}/following"{{#AT_FOLLOWING}} aria-current="page"{{/AT_FOLLOWING}}
>{{#FOLLOWING}}[[<strong>{{COUNT}}</strong> Following | <strong>{{COUNT}}</strong> Following]]{{/FOLLOWING}}</a></li>
<li><a href="/@{{NAME:x-path}}/mentions"{{#AT_MENTIONS}} aria-current="page"{{/AT_MENTIONS}}>[[Mentions]]</a></li>
</ul>
</nav>
