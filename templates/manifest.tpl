{{%AUTOESCAPE context="JSON"}}
{
	"name": "{{SITE:json_escape}}",
	"description": "{{DESCRIPTION:json_escape}}",
	"lang": "[[language|en]]",
	"dir": "[[direction|ltr]]",
	"start_url": "/",
	"display": "standalone",
	"background_color": "#faf8f3",
	"theme_color": "#17594a",
	"icons": [
{{#MARK}}
		{ "src": "{{SMALL}}", "sizes": "192x192", "type": "image/png" },
		{ "src": "{{LARGE}}", "sizes": "512x512", "type": "image/png" }
{{/MARK}}
{{#NO_MARK}}
		{ "src": "/static/icon-192.png?v={{VERSION}}", "sizes": "192x192", "type": "image/png" },
		{ "src": "/static/icon-512.png?v={{VERSION}}", "sizes": "512x512", "type": "image/png" }
{{/NO_MARK}}
	]
}
