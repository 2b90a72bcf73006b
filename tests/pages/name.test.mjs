// A site with a name of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url } = await borrowStack({ RETWIS_NAME: ' Tea & <Cake> Été ' });
const shown = 'Tea &amp; &lt;Cake&gt; Été';

test('in the titles, at the top, on the first page and below each', async () => {
	const { text } = await new Visitor(url).get('/');

	for (const part of [`<title>Welcome · ${shown}</title>`,
		`<meta name="description" content="${shown}, a small microblog`,
		`alt=""><span dir="auto">${shown}</span></a>`, `<p>${shown} is a microblog`,
		`<p>${shown}: short posts`])
		assert.ok(text.includes(part), part);
	assert.doesNotMatch(text, />[^<]*Retwis/);
});

test('in feeds, in previews and on pages of errors', async () => {
	const anna = await member(url, 'anna');

	await anna.post('/post', { status: 'hello' });
	assert.ok((await anna.get('/timeline.atom')).text
		.includes(`<title>Everyone · ${shown}</title>`));
	assert.ok((await new Visitor(url).get('/@anna/1')).text
		.includes(`<meta property="og:site_name" content="${shown}">`));
	assert.ok((await anna.get('/@nobody')).text.includes(` · ${shown}</title>`));
});
