{{%AUTOESCAPE context="HTML"}}
<li id="m{{ID}}">
{{>FACE}}
<a{{#CALLED}} class="two"{{/CALLED}} href="{{#PROFILE}}/@{{NAME:x-path}}{{/PROFILE}}{{#WAITS}}/waiting{{/WAITS}}">{{#CALLED}}<bdi class="called">{{DISPLAY}}</bdi> <span>{{/CALLED}}<bdi>@{{NAME}}</bdi>{{#CALLED}}</span>{{/CALLED}}</a>
{{#BIO}}
<p class="bio" dir="auto">{{BIO}}</p>
{{/BIO}}
{{#FACTS}}
<p class="bio since">
{{#STANDING}}
<span class="mark">{{STANDING}}</span>
{{/STANDING}}
{{#SINCE}}
<span>[[Joined {{SINCE}}]]</span>
{{/SINCE}}
{{#LAST_SEEN}}
<span>[[Last seen {{DAY}}]]</span>
{{/LAST_SEEN}}
{{#INVITED_BY}}
<span>[[Invited by [who: <a href="/@{{NAME:x-path}}"><bdi>@{{NAME}}</bdi></a>]]]</span>
{{/INVITED_BY}}
</p>
{{/FACTS}}
{{#CAN_FOLLOW}}
<button type="submit" name="follow" value="{{ID}}">[[Follow<span class="hush"> @{{NAME}}</span>]]</button>
{{/CAN_FOLLOW}}
{{#CAN_STOP}}
<button type="submit" class="quiet" name="unfollow" value="{{ID}}">[[Following ✓<span class="hush"> (unfollow @{{NAME}})</span>]]</button>
{{/CAN_STOP}}
</li>
