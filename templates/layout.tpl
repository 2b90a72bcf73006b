{{%AUTOESCAPE context="HTML"}}
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{TITLE}} · Retwis</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{{DESCRIPTION}}">
{{#PREVIEW}}
<meta property="og:type" content="article">
<meta property="og:site_name" content="Retwis">
<meta property="og:title" content="@{{NAME}}">
<meta property="og:description" content="{{DESCRIPTION}}">
{{#ADDRESS}}
<meta property="og:url" content="{{ADDRESS}}">
{{/ADDRESS}}
{{/PREVIEW}}
{{#FEED}}
<link rel="alternate" type="application/atom+xml" title="{{FEED_TITLE}}" href="{{FEED}}">
{{/FEED}}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#161816" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
<script src="/static/counter.js" defer></script>
<script src="/static/draft.js" defer></script>
{{#LIVE}}
<script src="/static/live.js" defer data-from="{{ADDRESS}}"></script>
{{/LIVE}}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="masthead">
<a class="brand" href="/"><img src="/static/logo.svg" width="32" height="32" alt="">Retwis</a>
{{#SIGNED_IN}}
<a class="bell" href="/notifications"{{#AT_NOTIFICATIONS}} aria-current="page"{{/AT_NOTIFICATIONS}}
><svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"
><path d="M12 3.25a6 6 0 0 1 6 6c0 4.5 1.25 6 2.25 7H3.75c1-1 2.25-2.5 2.25-7a6 6 0 0 1 6-6zM9.75 19.5a2.35 2.35 0 0 0 4.5 0"/></svg
><span class="hush">Notifications{{#UNREAD}}, {{/UNREAD}}</span>{{#UNREAD}}<span class="badge">{{COUNT}}</span><span class="hush"> new</span>{{/UNREAD}}</a>
{{/SIGNED_IN}}
<a class="find" href="/search"{{#AT_SEARCH}} aria-current="page"{{/AT_SEARCH}}>Search</a>
<nav aria-label="Site">
<ul>
{{#SIGNED_IN}}
<li><a href="/"{{#AT_HOME}} aria-current="page"{{/AT_HOME}}>Home</a></li>
{{/SIGNED_IN}}
<li><a href="/timeline"{{#AT_TIMELINE}} aria-current="page"{{/AT_TIMELINE}}>Timeline</a></li>
{{#SIGNED_IN}}
<li class="me">
<a href="/@{{ME:x-path}}"{{#AT_PROFILE}} aria-current="page"{{/AT_PROFILE}}
><span class="hush">My profile: </span>@<bdi>{{ME}}</bdi></a>
</li>
<li>
<form method="post" action="/logout">
<input type="hidden" name="csrf" value="{{CSRF}}">
<button type="submit" class="plain">Sign out</button>
</form>
</li>
{{/SIGNED_IN}}
{{#SIGNED_OUT}}
<li><a href="/login">Sign in</a></li>
{{#SIGNUP_OPEN}}
<li><a href="/register">Register</a></li>
{{/SIGNUP_OPEN}}
{{/SIGNED_OUT}}
</ul>
</nav>
</header>
<main id="content" tabindex="-1">
{{>CONTENT}}
</main>
{{#ACT}}
<form id="like" method="post" action="/like" hidden>
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
</form>
<form id="repost" method="post" action="/repost" hidden>
<input type="hidden" name="csrf" value="{{CSRF}}">
<input type="hidden" name="back" value="{{BACK}}">
</form>
{{/ACT}}
<footer class="colophon">
<p>Retwis: short posts, plainly set. No other site hears of them.</p>
</footer>
</body>
</html>
