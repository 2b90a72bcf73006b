{{%AUTOESCAPE context="HTML"}}
<!DOCTYPE html>
<html lang="[[language|en]]" dir="[[direction|ltr]]" data-colour="{{COLOUR}}">
<head>
<meta charset="utf-8">
<title>{{TITLE}} · {{SITE}}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="{{DESCRIPTION}}">
{{#PREVIEW}}
<meta property="og:type" content="article">
<meta property="og:site_name" content="{{SITE}}">
<meta property="og:title" content="{{CALLED}}">
<meta property="og:description" content="{{DESCRIPTION}}">
{{#ADDRESS}}
<meta property="og:url" content="{{ADDRESS}}">
{{/ADDRESS}}
{{#IMAGE}}
<meta property="og:image" content="{{FILE}}">
<meta property="og:image:type" content="image/jpeg">
<meta property="og:image:width" content="{{WIDTH}}">
<meta property="og:image:height" content="{{HEIGHT}}">
<meta property="og:image:alt" content="{{WORDS}}">
{{/IMAGE}}
{{/PREVIEW}}
{{#FEED}}
<link rel="alternate" type="application/atom+xml" title="{{FEED_TITLE}}" href="{{FEED}}">
{{/FEED}}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#161816" media="(prefers-color-scheme: dark)">
{{#MARK}}
<link rel="icon" href="{{ICON}}" type="image/png">
<link rel="apple-touch-icon" href="{{ICON}}">
{{/MARK}}
{{#NO_MARK}}
<link rel="icon" href="/static/favicon.svg?v={{VERSION}}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/static/icon-192.png?v={{VERSION}}">
{{/NO_MARK}}
<link rel="manifest" href="/manifest.json">
<link rel="stylesheet" href="/static/style.css?v={{VERSION}}">
{{#NUMERALS}}
<script src="/static/numerals.js?v={{VERSION}}" defer data-digits="{{DIGITS}}"></script>
{{/NUMERALS}}
<script src="/static/counter.js?v={{VERSION}}" defer></script>
<script src="/static/draft.js?v={{VERSION}}" defer></script>
<script src="/static/acts.js?v={{VERSION}}" defer data-unreachable="[[The site can't be reached. Try again in a moment.]]"></script>
{{#PASSWORD}}
{{! Translators: Show and Hide are buttons: they show what is typed as a password. }}
<script src="/static/password.js?v={{VERSION}}" defer data-show="[[button|Show]]" data-hide="[[button|Hide]]"
{{! Translators: only screen readers say it, after Show or Hide. }}
 data-of="[[after a button|: {field}]]"></script>
{{/PASSWORD}}
{{#ADDS_PICTURES}}
<script src="/static/pictures.js?v={{VERSION}}" defer></script>
{{/ADDS_PICTURES}}
{{#THREAD}}
<script src="/static/thread.js?v={{VERSION}}" defer></script>
{{/THREAD}}
{{#LIVE}}
<script src="/static/live.js?v={{VERSION}}" defer data-from="{{ADDRESS}}"
 data-forms="{{FORMS}}" data-bell="[[Notifications]]"
 data-unread="{{#BELL}}{{#FORM}}[[Notifications, {n} new | Notifications, {n} new]]|{{/FORM}}{{/BELL}}"
{{#POSTS}}
 data-news="{{#FORM}}[[{n} new post | {n} new posts]]|{{/FORM}}"
{{/POSTS}}
{{#REPLIES}}
 data-news="{{#FORM}}[[{n} new reply | {n} new replies]]|{{/FORM}}"
{{/REPLIES}}
></script>
{{/LIVE}}
</head>
<body>
<a class="skip" href="#content">[[Skip to content]]</a>
<header class="masthead">
<a class="brand" href="/"><img src="{{#MARK}}{{ICON}}{{/MARK}}{{#NO_MARK}}/static/logo.svg?v={{VERSION}}{{/NO_MARK}}" width="32" height="32" alt=""><span dir="auto">{{SITE}}</span></a>
{{#CASES}}
<a class="flag icon" href="/reports"{{#AT_REPORTS}} aria-current="page"{{/AT_REPORTS}}>[[<span class="hush">Reports, </span><span class="badge">{{COUNT}}</span><span class="hush"> open case</span> | <span class="hush">Reports, </span><span class="badge">{{COUNT}}</span><span class="hush"> open cases</span>]]</a>
{{/CASES}}
{{#SIGNED_IN}}
<a class="bell icon" href="/notifications"{{#AT_NOTIFICATIONS}} aria-current="page"{{/AT_NOTIFICATIONS}}
>{{#UNREAD}}[[<span class="hush">Notifications, </span><span class="badge">{{COUNT}}</span><span class="hush"> new</span> | <span class="hush">Notifications, </span><span class="badge">{{COUNT}}</span><span class="hush"> new</span>]]{{/UNREAD}}{{#NO_UNREAD}}<span class="hush">[[Notifications]]</span>{{/NO_UNREAD}}</a>
{{/SIGNED_IN}}
<nav class="places" aria-label="[[Site]]">
<ul>
{{#SIGNED_IN}}
<li><a class="icon to-home" href="/"{{#AT_HOME}} aria-current="page"{{/AT_HOME}}>[[Home]]</a></li>
{{/SIGNED_IN}}
{{#READS}}
<li><a class="icon to-all" href="/timeline"{{#AT_TIMELINE}} aria-current="page"{{/AT_TIMELINE}}>[[Everyone]]</a></li>
{{! Translators: a link to the page where people search }}
<li><a class="icon to-search" href="/search"{{#AT_SEARCH}} aria-current="page"{{/AT_SEARCH}}>[[bar|Search]]</a></li>
{{/READS}}
{{#SIGNED_IN}}
<li><a class="icon to-me" href="/@{{ME:x-path}}"{{#AT_PROFILE}} aria-current="page"{{/AT_PROFILE}}>[[Profile<span class="hush"> (<bdi>@{{ME}}</bdi>)</span>]]</a></li>
{{/SIGNED_IN}}
{{#SIGNED_OUT}}
{{! Translators: in the bar of a phone, which has room for about ten letters }}
<li><a class="icon to-me" href="{{SIGN_IN}}">[[bar|Sign in]]</a></li>
{{#SIGNUP_OPEN}}
<li><a class="icon to-join" href="{{SIGN_UP}}">[[bar|Register]]</a></li>
{{/SIGNUP_OPEN}}
{{/SIGNED_OUT}}
</ul>
</nav>
</header>
<main id="content" tabindex="-1">
{{#DONE}}
<p class="hello done" role="status"{{#POSTED}} data-posted{{/POSTED}}>{{SENTENCE}}</p>
{{/DONE}}
{{>CONTENT}}
</main>
<footer class="colophon">
<p>[[{{SITE}}: short posts, plainly set. Nothing goes to other sites.]]</p>
{{#SITE_TEXTS}}
<nav aria-label="[[About this site]]">
<ul>
{{#SITE_TEXT}}
<li><a href="/{{PATH:url_query_escape}}">{{TITLE}}</a></li>
{{/SITE_TEXT}}
</ul>
</nav>
{{/SITE_TEXTS}}
</footer>
</body>
</html>
