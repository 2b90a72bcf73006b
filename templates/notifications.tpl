{{%AUTOESCAPE context="HTML"}}
<div class="single">
<h1>Notifications</h1>
{{#EMPTY}}
<p class="empty">Nothing yet. When somebody mentions or follows you, or
replies to, likes or reposts one of your posts, you can read it here.</p>
{{/EMPTY}}
{{#LIST}}
<ul class="notices">
{{>NOTICE}}
</ul>
{{/LIST}}
</div>
