// The page of one picture of a post: GET /@NAME/ID/N.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { heading, unescapeHtml } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const { memberAs, stand } = membersOf({ url, redis });
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const helen = await memberAs('helen', 'host');
const mia = await memberAs('mia', 'moderator');

const token = (n) => n.toString(16).padStart(32, 'd');

// A post with as many pictures as there are lines.
async function post(visitor, text, ...lines) {
	const id = await write(visitor, text);

	await redis('HSET', `post:${id}`, 'pictures',
		lines.map((line, i) => `${token(i)} ${line}`).join('\n'));
	return id;
}

const three = await post(anna, 'Three of them.\nSecond line.',
	'1600 1200\tA boat & "sun"', '300 800 animated\t', '500 200\tقطة');

const links = (html) => Object.fromEntries([...html.matchAll(
	/<a href="([^"]*)" rel="(prev|next)">/g)].map(([, path, rel]) => [rel, path]));
const image = (html) => html.match(new RegExp('<a href="([^"]*)"><img ' +
	'src="([^"]*)" (?:srcset="([^"]*)" sizes="[^"]*" )?width="(\\d+)" ' +
	'height="(\\d+)" alt="([^"]*)"'));

test('it shows the picture, large, with its words', async () => {
	const { status, text } = await nobody.get(`/@anna/${three}/1`);
	const [, file, src, srcset, width, height, alt] = image(text);

	assert.equal(status, 200);
	assert.equal(heading(text), 'Picture 1 of 3 by @anna');
	assert.match(text, /<title>Picture 1 of 3 by @anna · Retwis<\/title>/);
	assert.equal(file, `/picture/${token(0)}-1600.webp`);
	assert.equal(src, file);
	assert.equal(srcset, `/picture/${token(0)}-800.webp 800w, ${file} 1600w`);
	assert.deepEqual([width, height], ['1600', '1200']);
	assert.equal(unescapeHtml(alt), 'A boat & "sun"');
	assert.match(text, /<p class="words" dir="auto">A boat &amp; &quot;sun&quot;<\/p>/);
	assert.ok(text.includes(`From <a href="/@anna/${three}">the post</a> by ` +
		'<a href="/@anna"><bdi>@anna</bdi></a>'));
	assert.ok(text.includes('<bdi>Three of them. Second line.</bdi>') ||
		text.includes('<bdi>Three of them.\nSecond line.</bdi>'));
	assert.doesNotMatch(text, /animation|loading="lazy"/);
});

test('a picture without words says so, and one that moved says that', async () => {
	const { text } = await nobody.get(`/@anna/${three}/2`);
	const [, file, , srcset] = image(text);

	assert.equal(file, `/picture/${token(1)}-800.webp`);
	assert.equal(srcset, undefined);
	assert.match(text, /alt="Picture 2 of 3, not described"/);
	assert.match(text, /Nobody has described this picture\./);
	assert.match(text, /This is the first frame of an animation\./);
	assert.match(text, /<p class="shown tall">/);
	assert.doesNotMatch(text, /class="words"/);
});

test('links lead to the pictures before and after it', async () => {
	const at = (n) => `/@anna/${three}/${n}`;
	const one = await post(anna, 'One.', '800 600\tA cat');

	assert.deepEqual(links((await nobody.get(at(1))).text), { next: at(2) });
	assert.deepEqual(links((await nobody.get(at(2))).text),
		{ prev: at(1), next: at(3) });
	assert.deepEqual(links((await nobody.get(at(3))).text), { prev: at(2) });
	const { text } = await nobody.get(`/@anna/${one}/1`);

	assert.deepEqual(links(text), {});
	assert.equal(heading(text), 'Picture by @anna');
});

test('there is no other picture', async () => {
	const plain = await write(anna, 'None.');

	for (const path of [`/@anna/${three}/0`, `/@anna/${three}/4`,
		`/@anna/${three}/5`, `/@anna/${three}/01`, `/@anna/${three}/1x`,
		`/@anna/${three}/1/1`, `/@anna/${three}/1%20`,
		`/@anna/x/1`, `/@anna/99999/1`, `/@anna/${plain}/1`,
		`/@anna/${2n ** 64n}/1`, `/@anna/${three}/-1`])
		assert.equal((await nobody.get(path)).status, 404, path);
	for (const method of ['POST', 'PUT', 'DELETE']) {
		const answer = await nobody.send(method, `/@anna/${three}/1`);

		assert.equal(answer.status, 405);
		assert.equal(answer.headers.allow, 'GET, HEAD');
	}
});

test('another name, and a repost, lead to the right address', async () => {
	for (const path of [`/@ben/${three}/2`, `/@ANNA/${three}/2`]) {
		const { status, location } = await nobody.get(path);

		assert.deepEqual([status, location], [303, `/@anna/${three}/2`]);
	}
	await ben.post('/act', { repost: three });
	const repost = await redis('GET', 'next_post_id');
	const { location } = await nobody.get(`/@ben/${repost}/3`);

	assert.equal(location, `/@anna/${three}/3`);
});

test('it asks a browser to come back, as the page of the post does', async () => {
	for (const visitor of [nobody, anna]) {
		const of = (await visitor.get(`/@anna/${three}`)).headers;
		const { headers } = await visitor.get(`/@anna/${three}/1`);

		assert.equal(headers['cache-control'], of['cache-control']);
		assert.equal(headers.vary, of.vary);
	}
});

test('who doesn\'t see the post doesn\'t see its picture', async () => {
	const sam = await member(url, 'sam');
	const id = await post(sam, 'Mine.', '800 600\tA cat');
	const path = `/@sam/${id}/1`;
	const all = [nobody, ben, sam, mia, helen];
	const seen = (at) => Promise.all(all.map(async (visitor) => {
		const { status, location } = await visitor.get(at);

		return location ?? status;
	}));
	const same = async (what) => assert.deepEqual(await seen(path),
		(await seen(`/@sam/${id}`)).map((to) => to), what);

	// Who has blocked somebody has not hidden anything.
	await sam.post('/quiet', { block: await redis('HGET', 'users', 'ben') });
	await same('blocked');
	await helen.post('/remove', { id, reason: 'Not here.' });
	assert.deepEqual(await seen(path),
		[404, 404, 404, `/remove?id=${id}`, `/remove?id=${id}`]);
	await helen.post('/remove', { restore: id });
	await same('restored');
	await stand('sam', 'stopped');
	await same('suspended');
	await redis('HDEL', `user:${await redis('HGET', 'users', 'sam')}`, 'standing');
	await sam.post('/delete', { id });
	assert.deepEqual(await seen(path), [404, 404, 404, 404, 404]);
});
