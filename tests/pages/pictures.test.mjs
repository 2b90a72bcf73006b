// The pictures of posts, wherever posts are shown: in cards, in feeds, and in the
// previews of links. photo.test.mjs is about the page of one picture. Their files
// are not needed for that, so these posts have pictures without any.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { parseFeed } from '../lib/atom.mjs';
import { unescapeHtml } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const open = await borrowStack();
const shut = await borrowStack({ RETWIS_READERS: 'members' });
const off = await borrowStack({ RETWIS_PICTURES: 'off' });
const { url, redis } = open;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

let last = 0;
const token = () => (++last).toString(16).padStart(32, 'c');

// [width, height, words, animated]; returns their tokens.
async function give({ redis }, id, ...list) {
	const tokens = list.map(token);

	await redis('HSET', `post:${id}`, 'pictures', list.map(
		([width, height, words = '', animated = false], i) =>
			`${tokens[i]} ${width} ${height}${animated ? ' animated' : ''}` +
			`\t${words}`).join('\n'));
	return tokens;
}

// A post with them: [its id, their tokens].
async function post(text, ...list) {
	const id = await write(anna, text);

	return [id, await give(open, id, ...list)];
}

const attributes = (tag) => Object.fromEntries(
	[...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) =>
		[name, unescapeHtml(value)]));

// Of each picture in the card of that post: its link, and what its <img> says.
function pictures(html, id) {
	const [card = ''] = html.match(new RegExp(
		`<article class="post" id="p${id}".*?</article>`, 's')) ?? [];

	return [...card.matchAll(/<a href="([^"]*)"><img([^>]*)>(.*?)<\/a>/g)]
		.map(([, path, img, rest]) => ({ path, ...attributes(img),
			animated: rest === ' <small>Animated</small>' }));
}

async function picturesOn(visitor, path, id) {
	return pictures((await visitor.get(path)).text, id);
}

// ---- in cards -----------------------------------------------------------------

test('every page with posts shows them', async () => {
	const { memberAs } = membersOf(open);
	const helen = await memberAs('helen', 'host');
	const [id, [first, second]] = await post('Look, @ben! #boats',
		[1600, 1200, 'A boat'], [300, 400, '']);

	await ben.follow('anna');
	for (const act of ['like', 'save', 'repost'])
		await ben.post('/act', { [act]: id });
	await redis('HSET', `post:${id}`, 'announced', 4102444800);
	await redis('ZADD', 'announcements', 4102444800, `${id} 1`);
	for (const [visitor, path] of [[ben, '/'], [nobody, '/timeline'],
		[nobody, '/@anna'], [nobody, '/@ben'], [nobody, `/@anna/${id}`],
		[ben, `/@anna/${id}`], [nobody, '/tag/boats'], [ben, '/likes'],
		[ben, '/saved'], [nobody, '/@ben/mentions'],
		[ben, '/search?q=%23boats'], [ben, `/report?post=${id}`],
		[anna, `/delete?id=${id}`], [helen, `/remove?id=${id}`]]) {
		const found = await picturesOn(visitor, path, id);

		assert.deepEqual(found.map(({ path: to }) => to),
			[`/@anna/${id}/1`, `/@anna/${id}/2`], path);
		assert.deepEqual(found.map(({ src }) => src),
			[`/picture/${first}-800.webp`, `/picture/${second}-400.webp`]);
	}
});

test('an announcement on top of home has them', async () => {
	const [id] = await post('All of you!', [800, 600, 'A map']);

	await redis('HSET', `post:${id}`, 'announced', 4102444800);
	await redis('ZADD', 'announcements', 4102444800, `${id} 1`);
	const { text } = await member(url, 'fresh').then((m) => m.get('/announcements'));

	assert.deepEqual(pictures(text, id).map(({ alt }) => alt), ['A map']);
});

test('each keeps its place, and a browser knows which file it needs', async () => {
	// [width and height of the largest file, of the one that is shown, and the
	// widths of all]
	for (const [full, shown, widths] of [
		[[1600, 1200], [800, 600], [400, 800]],
		[[1200, 1600], [600, 800], [300, 600]],
		[[1600, 1067], [800, 534], [400, 800]],
		[[1067, 1600], [534, 800], [267, 534]],
		[[801, 1], [800, 1], [400, 800]],
		[[1, 1600], [1, 400], [1]],
		[[800, 800], [800, 800], [400, 800]],
		[[500, 300], [500, 300], [400, 500]],
		[[400, 300], [400, 300], [400]],
		[[1, 1], [1, 1], [1]],
	]) {
		const [id, [name]] = await post('One.', full);
		const [found] = await picturesOn(nobody, `/@anna/${id}`, id);

		assert.deepEqual([found.width, found.height], shown.map(String));
		assert.equal(found.srcset, widths.length > 1 ? widths.map((width, i) =>
			`/picture/${name}-${i ? 800 : 400}.webp ${width}w`).join(', ')
			: undefined);
		assert.equal(found.src,
			`/picture/${name}-${widths.length > 1 ? 800 : 400}.webp`);
		assert.equal(found.loading, 'lazy');
		assert.equal(found.decoding, 'async');
	}
});

const wide = [1600, 400];
const square = [900, 900];
const tall = [400, 1600];

test('a picture that is cut off by its tile needs a larger file', async () => {
	for (const [list, percents] of [
		[[wide], [100]], [[square], [100]], [[tall], [34]],
		[[square, tall], [50, 50]], [[wide, square], [200, 50]],
		[[square, square, tall], [67, 33, 33]], [[wide, wide, tall], [268, 132, 33]],
		[[square, tall, wide, [1200, 900]], [50, 50, 150, 50]],
		[[[1600, 1], square], [300, 50]],
	]) {
		const [id] = await post('Some.', ...list);
		const { text } = await nobody.get(`/@anna/${id}`);

		assert.deepEqual(pictures(text, id).map(({ sizes }) => sizes),
			percents.map((percent) => `calc(${percent} * ` +
				'min(36.75rem, 100vw - 5.25rem) / 100)'));
		assert.match(text, new RegExp(`<div class="pictures of${list.length}">`));
		assert.equal(text.includes('<p class="tall">'), list[0] === tall);
	}
});

test('a link to a picture always has a name', async () => {
	const [one] = await post('One.', [800, 600, '']);
	const [three] = await post('Three.', [800, 600, ''], [800, 600, 'A cat'],
		[800, 600, '', true]);
	const words = (found) => found.map(({ alt, animated }) => [alt, animated]);

	assert.deepEqual(words(await picturesOn(nobody, '/timeline', one)),
		[['Picture, not described', false]]);
	assert.deepEqual(words(await picturesOn(nobody, '/timeline', three)), [
		['Picture 1 of 3, not described', false], ['A cat', false],
		['Picture 3 of 3, not described', true]]);
});

test('words are shown as they were typed', async () => {
	for (const words of ['"><script>alert(1)</script>', '\' onerror=\'alert(2)',
		'{{WORDS}} {{#PICTURE}}', '&quot;&lt;b&gt;', 'قطة على النافذة',
		'x'.repeat(500)]) {
		const [id] = await post('Hostile.', [800, 600, words]);
		const { text } = await nobody.get('/timeline');

		assert.deepEqual(pictures(text, id).map(({ alt }) => alt), [words]);
		assert.doesNotMatch(text, /<script>|<b>|<img[^>]* onerror="/);
	}
});

test('what has changed is shown at once', async () => {
	const [id, [name]] = await post('Changing.', [800, 600, 'Before']);
	const line = (words, more = '') => redis('HSET', `post:${id}`, 'pictures',
		`${name} ${more || '800 600'}\t${words}`);
	const now = () => picturesOn(nobody, '/timeline', id);

	assert.equal((await now())[0].alt, 'Before');
	await line('After');
	assert.equal((await now())[0].alt, 'After');
	await line('After', '800 500');
	assert.equal((await now())[0].height, '500');
	await line('After', '800 500 animated');
	assert.equal((await now())[0].animated, true);
	const [other] = await give(open, id, [800, 500, 'After', true]);

	assert.ok((await now())[0].src.includes(other));
	await redis('HDEL', `post:${id}`, 'pictures');
	assert.deepEqual(await now(), []);
});

// ---- in feeds -----------------------------------------------------------------

const entryOf = ({ text }, id) => text.split('<entry>')
	.find((entry) => entry.includes(`:post/${id}</id>`));
const enclosures = (entry) => [...entry.matchAll(
	/<link rel="enclosure" type="image\/jpeg" href="([^"]*)"\/>/g)]
	.map(([, href]) => href);

test('feeds have them, with addresses in full', async () => {
	const [id, [first, second]] = await post('In feeds.\n#fed',
		[1600, 800, '<Boat> & "sun"'], [400, 300, '']);
	const file = (name) => `${url}/picture/${name}-1200.jpg`;
	const html = 'In feeds.<br><a href="URL/tag/fed">#fed</a>'
		.replace('URL', url) + `<p><a href="${url}/@anna/${id}/1"><img ` +
		`src="${file(first)}" width="1200" height="600" ` +
		'alt="&lt;Boat&gt; &amp; &quot;sun&quot;"></a></p>' +
		`<p><a href="${url}/@anna/${id}/2"><img src="${file(second)}" ` +
		'width="400" height="300" alt="Picture 2 of 2, not described"></a></p>';

	for (const path of ['/timeline.atom', '/@anna.atom', '/tag/fed.atom',
		await ben.makeFeed()]) {
		const answer = await nobody.get(path);
		const [entry] = parseFeed(answer.text).entries
			.filter(({ page }) => page.endsWith(`/${id}`));

		assert.equal(entry.html, html, path);
		assert.deepEqual(enclosures(entryOf(answer, id)),
			[file(first), file(second)]);
	}
});

test('a feed for members only has the words instead', async () => {
	const mia = await member(shut.url, 'mia');
	const id = await write(mia, 'Among us.');

	await give(shut, id, [800, 600, 'A <cat>'], [800, 600]);
	for (const [visitor, path] of [[mia, '/timeline.atom'],
		[new Visitor(shut.url), await mia.makeFeed()]]) {
		const { text } = await visitor.get(path);
		const [entry] = parseFeed(text).entries;

		assert.equal(entry.html, 'Among us.' +
			`<p><a href="${shut.url}/@mia/${id}/1">A &lt;cat&gt;</a></p>` +
			`<p><a href="${shut.url}/@mia/${id}/2">Picture 2 of 2, not ` +
			'described</a></p>');
		assert.doesNotMatch(text, /\/picture\/|enclosure/);
	}
});

// ---- in previews --------------------------------------------------------------

const meta = (html) => Object.fromEntries([...html.matchAll(
	/<meta property="(og:(?:image[^"]*|url))" content="([^"]*)">/g)]
	.map(([, name, content]) => [name, unescapeHtml(content)]));

test('the preview of a link has the first picture, or that of the page', async () => {
	const [id, [first, second]] = await post('Seen elsewhere.',
		[1600, 400, 'A "boat"'], [300, 400, '']);

	assert.deepEqual(meta((await nobody.get(`/@anna/${id}`)).text), {
		'og:url': `${url}/@anna/${id}`,
		'og:image': `${url}/picture/${first}-1200.jpg`,
		'og:image:type': 'image/jpeg', 'og:image:width': '1200',
		'og:image:height': '300', 'og:image:alt': 'A "boat"' });
	assert.deepEqual(meta((await nobody.get(`/@anna/${id}/2`)).text), {
		'og:url': `${url}/@anna/${id}/2`,
		'og:image': `${url}/picture/${second}-1200.jpg`,
		'og:image:type': 'image/jpeg', 'og:image:width': '300',
		'og:image:height': '400',
		'og:image:alt': 'Picture 2 of 2, not described' });
	const plain = await write(anna, 'Without.');

	assert.deepEqual(meta((await nobody.get(`/@anna/${plain}`)).text),
		{ 'og:url': `${url}/@anna/${plain}` });
});

test('where only members read, a preview has none', async () => {
	const max = await member(shut.url, 'max');
	const id = await write(max, 'Among us, too.');

	await give(shut, id, [800, 600, 'A cat']);
	for (const path of [`/@max/${id}`, `/@max/${id}/1`]) {
		const { status, text } = await max.get(path);

		assert.equal(status, 200);
		assert.equal(meta(text)['og:image'], undefined);
	}
});

// ---- without pictures -----------------------------------------------------------

test('a site without pictures shows none that its posts still have', async () => {
	const ola = await member(off.url, 'ola');
	const id = await write(ola, 'Still here.');

	await give(off, id, [800, 600, 'A cat']);
	for (const path of ['/', '/timeline', '/@ola', `/@ola/${id}`,
		'/timeline.atom', await ola.makeFeed()]) {
		const { status, text } = await ola.get(path);

		assert.equal(status, 200);
		assert.ok(text.includes('Still here.'), path);
		assert.doesNotMatch(text, /A cat|\/picture\/|class="pictures/, path);
	}
	assert.equal((await ola.get(`/@ola/${id}/1`)).status, 404);
});
