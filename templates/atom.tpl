{{%AUTOESCAPE context="XML"}}
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="[[language|en]]">
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
<updated>{{CHANGED}}</updated>
<author>
<name>{{AUTHOR}}</name>
<uri>{{BASE}}/@{{NAME:x-path}}</uri>
</author>
<link rel="alternate" type="text/html" href="{{BASE}}/@{{NAME:x-path}}/{{ID}}"/>
{{#ENCLOSURE}}
<link rel="enclosure" type="image/jpeg" href="{{BASE}}{{FILE}}"/>
{{/ENCLOSURE}}
<content type="html">{{#PART}}{{#TEXT}}{{SHOWN:h:xml_escape}}{{/TEXT}}{{#BREAK}}&lt;br&gt;{{/BREAK}}{{#LINK}}&lt;a href="{{TO:h:xml_escape}}"&gt;{{SHOWN:h:xml_escape}}&lt;/a&gt;{{/LINK}}{{#MENTION}}&lt;a href="{{BASE}}/@{{TO:x-path}}"&gt;@{{SHOWN:h:xml_escape}}&lt;/a&gt;{{/MENTION}}{{#TAG}}&lt;a href="{{BASE}}/tag/{{TO:x-path}}"&gt;{{SIGN:h:xml_escape}}{{SHOWN:h:xml_escape}}&lt;/a&gt;{{/TAG}}{{/PART}}{{#PICTURE}}&lt;p&gt;&lt;a href="{{BASE}}/@{{NAME:x-path}}/{{ID}}/{{N}}"&gt;{{#IMAGE}}&lt;img src="{{BASE}}{{FILE}}" width="{{WIDTH}}" height="{{HEIGHT}}" alt="{{WORDS:h:xml_escape}}"&gt;{{/IMAGE}}{{#ALONE}}{{WORDS:h:xml_escape}}{{/ALONE}}&lt;/a&gt;&lt;/p&gt;{{/PICTURE}}{{#DATED}}&lt;p&gt;{{SHOWN:h:xml_escape}}&lt;/p&gt;{{/DATED}}</content>
</entry>
{{/ENTRY}}
</feed>
