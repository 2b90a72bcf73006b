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
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="masthead">
<a class="brand" href="/"><img src="/static/logo.svg" width="32" height="32" alt="">Retwis</a>
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
<footer class="colophon">
<p>Retwis: short posts, plainly set. Nothing here watches you.</p>
</footer>
</body>
</html>
