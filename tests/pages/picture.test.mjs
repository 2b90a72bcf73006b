// The files of pictures: who sees them, from the moment when something has them
// until nothing has, and how they are sent.
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { albumOf, files } from '../lib/album.mjs';
import { write } from '../lib/acts.mjs';
import { heading, withoutAddress } from '../lib/page.mjs';
import { cgi, fastcgi, variables } from '../lib/program.mjs';
import { lean, startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await startStack();
const { url, redis, socket, var: folder } = stack;
const album = albumOf(stack);
const { idOf, memberAs, stand } = membersOf(stack);
const visitors = {
	nobody: new Visitor(url),
	owner: await member(url, 'anna'),
	other: await member(url, 'ben'),
	suspended: await memberAs('sam', 'stopped'),
	moderator: await memberAs('mona', 'moderator'),
	host: await memberAs('hella', 'host'),
};
const anna = await idOf('anna');
const everybody = Object.keys(visitors);
const staff = ['moderator', 'host'];

async function posted() {
	const picture = await album.add(anna);
	const id = await write(visitors.owner, 'Look');

	await album.give(id, picture.token);
	return { ...picture, id };
}

async function face(owner = anna) {
	const picture = await album.add(owner, 'face');

	await album.giveFace(owner, picture.token);
	return picture;
}

async function mark() {
	const picture = await album.add(anna, 'mark');

	await album.giveMark(picture.token);
	return picture;
}

// Who of all these gets the picture; for the others it is not there.
async function seenBy({ paths, bytes }) {
	const [ending, path] = Object.entries(paths)[0];
	const seen = [];

	for (const [who, visitor] of Object.entries(visitors)) {
		const answer = await visitor.get(path);

		if (answer.status === 200) {
			assert.deepEqual(answer.bytes, bytes[ending]);
			seen.push(who);
		} else {
			assert.equal(answer.status, 404, who);
			assert.equal(heading(answer.text), 'Page not found.');
		}
	}
	return seen;
}

// ---- the files ------------------------------------------------------------

test('each use has its files, and no others', async () => {
	for (const [use, picture] of Object.entries({ post: await posted(),
		face: await face(), mark: await mark() })) {
		for (const [ending, type] of Object.entries(files[use])) {
			const answer = await visitors.nobody.get(picture.paths[ending]);

			assert.equal(answer.status, 200, ending);
			assert.equal(answer.headers['content-type'], type);
			assert.deepEqual(answer.bytes, picture.bytes[ending]);
		}
		for (const ending of Object.values(files).flatMap(Object.keys))
			if (!files[use][ending])
				assert.equal((await visitors.nobody.get(
					`/picture/${picture.token}${ending}`)).status, 404,
				`${use} ${ending}`);
	}
});

test('there is one spelling of each address', async () => {
	const { token, paths, id } = await posted();
	const good = paths['-400.webp'];
	const code = `%${token.charCodeAt(0).toString(16)}`;

	for (const path of [good.replace(token, token.toUpperCase()),
		good.replace('.webp', '.WEBP'), good.replace('-400', '%2D400'),
		`/picture/${code}${token.slice(1)}-400.webp`, `/picture/${token}`,
		`${good}x`, `${good}.new`, `${good}/..`, `${good}/x`,
		`/picture/x${token}-400.webp`, `/picture/${token.slice(1)}-400.webp`,
		'/picture/..%2fmark', `/picture/x%2f..%2f${token}-400.webp`,
		`/picture/${token.slice(0, 2)}/${token.slice(2, 4)}/${token}-400.webp`,
		`/picture/${token}-401.webp`, `/picture/${token}-.webp`,
		'/picture/mark', '/picture/-400.webp', `/picture/${id}`,
		`/-/pictures/${token.slice(0, 2)}/${token.slice(2, 4)}/` +
			`${token}-400.webp`])
		assert.equal((await visitors.owner.get(path)).status, 404, path);
	assert.equal((await visitors.owner.get(`${good}?x=1`)).status, 200);
	for (const method of ['POST', 'DELETE'])
		assert.equal((await visitors.owner.send(method, good)).status, 405);
});

// ---- who sees it ------------------------------------------------------------

test('everybody sees what a post has, and its author what none has yet', async () => {
	const picture = await posted();

	assert.deepEqual(await seenBy(picture), everybody);
	await redis('HDEL', `picture:${picture.token}`, 'post');
	assert.deepEqual(await seenBy(picture), ['owner']);
	await redis('HSET', `picture:${picture.token}`, 'post', 'later');
	assert.deepEqual(await seenBy(picture), ['owner']);
});

test('nobody sees what was taken out, or is in a post that is gone', async () => {
	const [out, deleted] = [await posted(), await posted()];

	await redis('HDEL', `post:${out.id}`, 'pictures');
	assert.deepEqual(await seenBy(out), []);
	assert.equal((await visitors.owner.post('/delete', { id: deleted.id }))
		.status, 303);
	assert.deepEqual(await seenBy(deleted), []);
});

test('a post that was removed shows them to hosts and moderators', async () => {
	const picture = await posted();
	const remove = (fields) => visitors.moderator.submit('/remove', fields);

	assert.equal((await remove({ id: picture.id, reason: 'No.' })).status, 303);
	assert.deepEqual(await seenBy(picture), staff);
	assert.equal((await remove({ restore: picture.id })).status, 303);
	assert.deepEqual(await seenBy(picture), everybody);
});

test('what a member has is hidden while they are suspended', async () => {
	const all = [await posted(), await face()];

	await stand('anna', 'stopped');
	for (const picture of all)
		assert.deepEqual(await seenBy(picture), staff);
	await redis('HDEL', `user:${anna}`, 'standing');
	for (const picture of all)
		assert.deepEqual(await seenBy(picture), everybody);
});

test('a face or a mark is seen until there is another', async () => {
	for (const take of [face, mark]) {
		const old = await take();

		assert.deepEqual(await seenBy(old), everybody);
		const young = await take();

		assert.deepEqual(await seenBy(old), []);
		assert.deepEqual(await seenBy(young), everybody);
	}
});

test('nothing has what only its own row says', async () => {
	const ben = await idOf('ben');
	const [stolen, unnamed, gone] = [await posted(), await posted(),
		await posted()];

	await redis('HSET', `picture:${stolen.token}`, 'user_id', ben);
	await redis('HSET', `post:${unnamed.id}`, 'pictures',
		`${gone.token} 1600 900\tA cat`);
	await redis('HSET', `picture:${gone.token}`, 'post', 987654);
	for (const picture of [stolen, unnamed, gone])
		assert.deepEqual(await seenBy(picture), []);
});

test('an odd row is none', async () => {
	const { token, paths } = await posted();
	const path = paths['-400.webp'];

	for (const [field, value] of [['use', 'x'], ['use', 'mark'],
		['user_id', '-1'], ['user_id', 'x'], ['post', '-1']]) {
		const before = await redis('HGET', `picture:${token}`, field);

		await redis('HSET', `picture:${token}`, field, value);
		assert.equal((await visitors.other.get(path)).status, 404,
			`${field} ${value}`);
		await redis('HSET', `picture:${token}`, field, before);
	}
	assert.equal((await visitors.other.get(path)).status, 200);
	await redis('DEL', `picture:${token}`);
	await redis('SET', `picture:${token}`, 'x');
	assert.equal((await visitors.other.get(path)).status, 404);
});

test('one page for all that is not there', async () => {
	const [hidden, removed, free] = [await posted(), await posted(),
		await album.add(anna)];

	await redis('HDEL', `post:${hidden.id}`, 'pictures');
	await redis('HSET', `post:${removed.id}`, 'removed', 'x 5 1 y');
	const pages = [];

	for (const token of [hidden.token, removed.token, free.token,
		'0'.repeat(32)])
		pages.push(withoutAddress(await visitors.other.get(
			`/picture/${token}-400.webp`)));
	for (const page of pages)
		assert.deepEqual(page, pages[0]);
	assert.equal(pages[0].status, 404);
	assert.equal(pages[0].headers['cache-control'], 'no-store');
});

// ---- how it is sent ---------------------------------------------------------

// Without a web server that can send it, from the page's own process.
function direct(path, more = {}, method = 'GET') {
	return fastcgi(`${folder}/picture.sock`,
		variables(method, path, '', { REMOTE_ADDR: '192.0.2.1', ...more }));
}

const policies = { 'content-security-policy': "default-src 'none'",
	'x-content-type-options': 'nosniff' };

test('its head, from nginx and from the page', async () => {
	const { paths } = await posted();

	for (const [ending, path] of Object.entries(paths))
		for (const { status, headers } of [await visitors.nobody.get(path),
			await visitors.other.send('HEAD', path), await direct(path)]) {
			assert.equal(status, 200);
			for (const [name, value] of Object.entries({ ...policies,
				'cache-control': 'public, max-age=3600',
				'set-cookie': undefined,
				'cross-origin-resource-policy': ending === '-1200.jpg'
					? 'cross-origin' : 'same-origin' }))
				assert.deepEqual(headers[name], value, `${name} ${path}`);
		}
});

test('what not everybody sees is in no shared cache', async () => {
	const [free, removed] = [await album.add(anna), await posted()];

	await redis('HSET', `post:${removed.id}`, 'removed', 'x 5 1 y');
	for (const [who, picture] of [['owner', free], ['moderator', removed]])
		for (const path of Object.values(picture.paths)) {
			const { status, headers } = await visitors[who].get(path);

			assert.equal(status, 200);
			assert.equal(headers['cache-control'], 'private, max-age=3600');
			assert.equal(headers['cross-origin-resource-policy'],
				'same-origin');
		}
});

test('a browser that has it already gets a 304', async () => {
	for (const path of Object.values((await posted()).paths)) {
		const { headers } = await visitors.nobody.get(path);
		const again = await visitors.nobody.get(path,
			{ 'if-none-match': headers.etag });

		assert.equal(again.status, 304);
		assert.equal(again.text, '');
		for (const [name, value] of Object.entries({ ...policies,
			'cache-control': 'public, max-age=3600' }))
			assert.equal(again.headers[name], value);
		const own = await direct(path);

		assert.equal(own.headers.etag, `"${path.slice('/picture/'.length)}"`);
		const same = await direct(path,
			{ HTTP_IF_NONE_MATCH: own.headers.etag });

		assert.deepEqual([same.status, same.text], [304, '']);
		assert.equal((await direct(path, { HTTP_IF_NONE_MATCH: '"x"' })).status,
			200);
	}
});

test('the page sends all of it, with its length', async () => {
	const { paths, bytes } = await posted();

	for (const [ending, path] of Object.entries(paths)) {
		const { headers, bytes: sent, text } = await direct(path);

		assert.deepEqual(sent ?? Buffer.from(text, 'latin1'), bytes[ending]);
		assert.equal(headers['content-length'], `${bytes[ending].length}`);
		const head = await direct(path, {}, 'HEAD');

		assert.equal(head.headers['content-length'],
			`${bytes[ending].length}`);
		assert.equal(head.text, '');
	}
});

// An old cookie is renewed by a page, and not by its ten pictures.
test('it sets no cookie', async () => {
	const { paths: { '-400.webp': path } } = await posted();
	const old = await member(url, 'olivia');
	const sessions = `sessions:${await idOf('olivia')}`;
	const [[digest, entry]] = Object.entries(await redis('HGETALL', sessions));
	const over = { HTTPS: 'on', HTTP_COOKIE: old.cookieHeader() };

	await redis('HSET', sessions, digest, entry.replace(' +', ' '));
	const { headers } = await direct(path, over);

	assert.equal(headers['set-cookie'], undefined);
	assert.equal(headers['cache-control'], 'public, max-age=3600');
	const page = await fastcgi(`${folder}/timeline.sock`,
		variables('GET', '/timeline', '', { REMOTE_ADDR: '192.0.2.1', ...over }));

	assert.match(page.headers['set-cookie'], /auth=/);
});

// ---- the folder -------------------------------------------------------------

test('it follows no link out of the folder', async () => {
	const [file, far] = [await posted(), await posted()];
	const path = file.paths['-1600.webp'];
	const place = album.fileOf(file.token, '-1600.webp');
	const ways = [() => visitors.nobody.get(path), () => direct(path)];

	for (const put of [() => symlinkSync('/etc/hostname', place),
		() => symlinkSync(album.fileOf(far.token, '-400.webp'), place),
		() => execFileSync('mkfifo', [place]), () => mkdirSync(place)]) {
		rmSync(place, { recursive: true });
		put();
		for (const get of ways)
			assert.equal((await get()).status, 404, `${put}`);
	}
	const inner = dirname(album.fileOf(far.token, ''));
	const moved = `${folder}/elsewhere`;

	renameSync(inner, moved);
	symlinkSync(moved, inner);
	for (const get of [() => visitors.nobody.get(far.paths['-400.webp']),
		() => direct(far.paths['-400.webp'])])
		assert.equal((await get()).status, 404);
});

test('without the folder it says so to those who would see it', async () => {
	const { token, paths } = await posted();
	const away = `${folder}/away`;
	const free = await album.add(anna);

	album.lose(token, '-800.webp');
	assert.equal((await visitors.nobody.get(paths['-800.webp'])).status, 404);
	renameSync(album.folder, away);
	mkdirSync(album.folder);
	for (const answer of [await visitors.nobody.get(paths['-400.webp']),
		await visitors.owner.get(free.paths['-400.webp']),
		await direct(paths['-400.webp'])]) {
		assert.equal(answer.status, 503);
		assert.equal(heading(answer.text), 'Pictures are away.');
		assert.ok(answer.headers['retry-after']);
		assert.match(answer.headers['cache-control'], /^no-(cache|store)$/);
	}
	assert.equal((await visitors.other.get(free.paths['-400.webp'])).status,
		404);
	rmSync(album.folder, { recursive: true });
	assert.equal((await visitors.nobody.get(paths['-400.webp'])).status, 503);
	renameSync(away, album.folder);
	assert.equal((await visitors.nobody.get(paths['-400.webp'])).status, 200);
});

test('a site without pictures has none', async () => {
	const { paths: { '-400.webp': path } } = await posted();
	const ask = (RETWIS_PICTURES) => cgi('picture', { RETWIS_PICTURES,
		RETWIS_REDIS: `unix:${socket}`, ...variables('GET', path) });

	assert.equal((await ask('off')).status, 404);
	assert.equal((await ask(album.folder)).status, 200);
});

// ---- where only members read -------------------------------------------------

test('a site of members shows strangers its mark, and no more', async () => {
	const club = await startStack({ env: { RETWIS_READERS: 'members', ...lean } });
	const its = albumOf(club);
	const ann = await member(club.url, 'ann');
	const sid = await membersOf(club).memberAs('sid', 'stopped');
	const stranger = new Visitor(club.url);
	const pictures = { post: await its.add(1), face: await its.add(1, 'face'),
		mark: await its.add(1, 'mark') };

	await its.give(await write(ann, 'Look'), pictures.post.token);
	await its.giveFace(1, pictures.face.token);
	await its.giveMark(pictures.mark.token);
	for (const [use, { paths }] of Object.entries(pictures))
		for (const path of Object.values(paths)) {
			const answers = await Promise.all([stranger, sid, ann].map(
				(visitor) => visitor.get(path)));

			assert.deepEqual(answers.map(({ status }) => status),
				use === 'mark' ? [200, 200, 200] : [401, 403, 200], path);
			const { headers } = answers[2];

			assert.equal(headers['cache-control'], use === 'mark'
				? 'public, max-age=3600' : 'private, max-age=3600');
			assert.equal(headers['cross-origin-resource-policy'],
				'same-origin');
		}
	const refused = await stranger.get(pictures.post.paths['-400.webp']);

	assert.deepEqual(withoutAddress(refused),
		withoutAddress(await stranger.get(`/picture/${'0'.repeat(32)}-400.webp`)));
	assert.match(refused.headers['content-security-policy'], /script-src/);
	await club.stop();
});
