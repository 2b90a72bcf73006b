{{%AUTOESCAPE context="HTML"}}
<!DOCTYPE html>
<html lang="[[language|en]]" dir="[[direction|ltr]]">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>[[Posts by @{{NAME}}]]</title>
<style>
:root {
	color-scheme: light dark;
	--paper: #faf8f3; --ink: #22261f; --soft: #5b6058; --rule: #dedacd;
	--accent: #17594a;
}
@media (prefers-color-scheme: dark) {
	:root {
		--paper: #161816; --ink: #e8e6dd; --soft: #a6a99f;
		--rule: #383d37; --accent: #8bd0b6;
	}
}
body {
	max-width: 38rem; margin: 0 auto; padding: 3rem 1.25rem 6rem;
	background: var(--paper); color: var(--ink);
	font: 1.0625rem/1.6 -apple-system, "Segoe UI", Roboto, "Noto Sans",
		Ubuntu, system-ui, sans-serif;
}
h1, h2 {
	font-family: ui-serif, "Iowan Old Style", Charter, Cambria, Georgia,
		"Noto Serif", "Liberation Serif", serif;
	font-weight: 600; line-height: 1.25; overflow-wrap: anywhere;
}
h1 { margin: 0 0 .5rem; font-size: 1.75rem; color: var(--accent); }
h2 { margin: 3rem 0 0; font-size: 1.25rem; }
header { padding-bottom: 1.5rem; }
header p, footer, .meta { color: var(--soft); font-size: .9375rem; }
header p { margin: .25rem 0; overflow-wrap: anywhere; }
article { padding: 1.25rem 0; border-top: 1px solid var(--rule); }
.meta { margin: 0 0 .25rem; }
img { display: block; max-width: 100%; height: auto; margin-top: .75rem; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { padding-top: 1.5rem; border-top: 1px solid var(--rule); }
</style>
</head>
<body>
<header>
<h1><bdi>@{{NAME}}</bdi></h1>
{{#BIO}}
<p><bdi>{{TEXT}}</bdi></p>
{{/BIO}}
<p>[[Posts from {{SITE}} as of {{DATE}}, oldest first.]]</p>
</header>
<main>
