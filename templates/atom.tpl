{{%AUTOESCAPE context="XML"}}
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>{{BASE}}{{FEED_ID}}</id>
<title>{{TITLE}} · {{SITE}}</title>
<updated>{{UPDATED}}</updated>
<link rel="alternate" type="text/html" href="{{BASE}}{{PAGE}}"/>
{{#SELF}}
<link rel="self" type="application/atom+xml" href="{{BASE}}{{SELF}}"/>
{{/SELF}}
<icon>{{BASE}}/static/favicon.svg?v={{VERSION}}</icon>
{{#ENTRY}}
<entry>
<id>tag:{{AUTHORITY}},{{DAY}}:post/{{ID}}</id>
<title>{{TITLE}}</title>
<published>{{WHEN}}</published>
<updated>{{WHEN}}</updated>
<author>
<name>{{AUTHOR}}</name>
<uri>{{BASE}}/@{{NAME:x-path}}</uri>
</author>
<link rel="alternate" type="text/html" href="{{BASE}}/@{{NAME:x-path}}/{{ID}}"/>
<content type="text">{{BODY}}</content>
</entry>
{{/ENTRY}}
</feed>
