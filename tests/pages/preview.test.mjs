// The head of a permalink, from which other sites make a link preview.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { posts } from '../lib/page.mjs';
import { fastcgi, variables } from '../lib/program.mjs';

const { url, var: folder } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');

await anna.write('Hello,\r\n<b>"world"</b> & #été 🦊');

function meta(html, name) {
	const found = html.match(new RegExp(
		`<meta (?:name|property)="${name}" content="([^"]*)">`));

	return found?.[1];
}

test('a permalink says whose it is and what it says', async () => {
	const { text } = await nobody.get('/@anna/1');
	const said = 'Hello, &lt;b&gt;&quot;world&quot;&lt;/b&gt; &amp; ' +
		'#été 🦊';

	assert.match(text, /<title>@anna: Hello, · Retwis<\/title>/);
	assert.equal(meta(text, 'description'), said);
	assert.equal(meta(text, 'og:description'), said);
	assert.equal(meta(text, 'og:title'), '@anna');
	assert.equal(meta(text, 'og:type'), 'article');
	assert.equal(meta(text, 'og:site_name'), 'Retwis');
	assert.equal(meta(text, 'og:url'), `${url}/@anna/1`);
	assert.equal(text.match(/name="description"/g).length, 1);
});

// What follows in a title or in a preview is not the member's to turn.
test('a direction ends with the text that turns it', async () => {
	const kim = await member(url, 'kim');

	for (const [status, title, description = title] of [
		['\u202eabc', '\u202eabc\u202c'],
		['\u2067\u202eabc\ndef', '\u2067\u202eabc\u202c\u2069',
			'\u2067\u202eabc\u202c\u2069 def'],
		[`\u2068${'x'.repeat(250)}`, `\u2068${'x'.repeat(59)}\u2069…`,
			`\u2068${'x'.repeat(199)}\u2069…`],
		['\u202c\u2069abc', 'abc'],
	]) {
		await kim.write(status);
		const [{ path, body }] = posts((await kim.get('/@kim')).text);
		const { text } = await nobody.get(path);

		assert.equal(body, status);
		assert.ok(text.includes(`<title>@kim: ${title} · Retwis</title>`),
			text.match(/<title>.*/)[0]);
		assert.equal(meta(text, 'description'), description);
		assert.equal(meta(text, 'og:description'), description);
	}
	const { text } = await nobody.get('/tag/%E2%80%AEabc');

	assert.match(text, /<title>#\u202eabc\u202c · Retwis<\/title>/);
});

test('long texts are cut, hostile ones harmless', async () => {
	const jan = await member(url, 'jan');
	const table = [
		['word '.repeat(50), `@jan: ${'word '.repeat(12).trim()}…`,
			`${'word '.repeat(40).trim()}…`],
		['"><script>x</script>\nb',
			'@jan: &quot;&gt;&lt;script&gt;x&lt;/script&gt;',
			'&quot;&gt;&lt;script&gt;x&lt;/script&gt; b'],
		['{{BODY}}', '@jan: {{BODY}}', '{{BODY}}'],
	];

	for (const [status, title, description] of table) {
		await jan.write(status);
		const [{ path }] = posts((await jan.get('/@jan')).text);
		const { text } = await nobody.get(path);

		assert.ok(text.includes(`<title>${title} · Retwis</title>`),
			title);
		assert.equal(meta(text, 'description'), description);
		assert.equal(meta(text, 'og:description'), description);
	}
	const answer = await fastcgi(`${folder}/status.sock`, variables('GET',
		'/@anna/1', '', { HTTP_HOST: '"><script>' }));

	assert.equal(meta(answer.text, 'og:title'), '@anna');
	assert.equal(meta(answer.text, 'og:url'), undefined);
});

test('other pages say what Retwis is', async () => {
	for (const path of ['/', '/@anna', '/timeline', '/nothing']) {
		const { text } = await nobody.get(path);

		assert.match(meta(text, 'description'), /small microblog/);
		assert.equal(meta(text, 'og:title'), undefined);
	}
});
