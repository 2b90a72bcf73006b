{{%AUTOESCAPE context="HTML"}}
{{! A crawler that is not named follows the rules of *. }}
{{#SEARCH}}
User-agent: *
Disallow: /login
Disallow: /register
Disallow: /search
{{! They collect texts to train language models. }}
User-agent: AI2Bot
User-agent: Amazonbot
User-agent: anthropic-ai
User-agent: Applebot-Extended
User-agent: Bytespider
User-agent: CCBot
User-agent: ClaudeBot
User-agent: cohere-training-data-crawler
User-agent: Diffbot
User-agent: FacebookBot
User-agent: Google-Extended
User-agent: GPTBot
User-agent: meta-externalagent
User-agent: omgili
User-agent: PanguBot
User-agent: Timpibot
Disallow: /
{{/SEARCH}}
{{#NOBODY}}
User-agent: *
Disallow: /
{{/NOBODY}}
