// Feeds behind one of the web servers of conf/, for site.mjs.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { request } from '../lib/http.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { pagesIn } from '../lib/processes.mjs';
import { heading } from '../lib/page.mjs';
import { feedBodies, type } from '../lib/atom.mjs';
import { type as calendarType } from '../lib/ical.mjs';

export function testFeeds(test, { url }) {
	test('feeds, and polls without news', async () => {
		const clara = await member(url, 'clara');
		const nobody = new Visitor(url);

		await clara.write('Two\nlines & #feeds');
		const own = await clara.makeFeed();

		for (const path of ['/timeline.atom', '/@clara.atom',
			'/tag/feeds.atom', own]) {
			const answer = await nobody.get(path);
			const { etag, 'last-modified': date } = answer.headers;

			assert.equal(answer.status, 200, path);
			assert.equal(answer.headers['content-type'], type);
			assert.equal(feedBodies(answer.text)[0],
				'Two\nlines & #feeds');
			assert.match(answer.headers['cache-control'],
				/^(private, )?no-cache$/);
			for (const headers of [{ 'if-none-match': `W/${etag}, "x"` },
				{ 'if-modified-since': date },
				{ 'if-none-match': etag, 'if-modified-since': 'x' }])
				for (const method of ['GET', 'HEAD']) {
					const again = await nobody.send(method, path,
						headers);

					assert.equal(again.status, 304, path);
					assert.equal(again.text, '');
					assert.equal(again.headers.etag, etag);
					assert.equal(again.headers['cache-control'],
						answer.headers['cache-control']);
				}
			const other = await nobody.get(path,
				{ 'if-none-match': '"x"', 'if-modified-since': date });

			assert.equal(other.status, 200);
			assert.equal(other.text, answer.text);
		}
	});

	test('calendars, of one date and of all', async () => {
		const dana = await member(url, 'dana');
		const nobody = new Visitor(url);
		const own = await dana.makeCalendar();
		const day = new Date(Date.now() + 2 * 86400000).toISOString()
			.slice(0, 10);

		await dana.post('/post', { status: 'Regatta', nonce: 'n', date: day });
		const [, path] = (await dana.get('/@dana')).text
			.match(/href="(\/@dana\/\d+)"/);

		for (const address of [own, `${path}.ics`,
			`${path}.ics`.replace('@', '%40')]) {
			const { status, location, headers, text } =
				await nobody.get(address);

			if (status === 301) {
				assert.equal(location, `${path}.ics`);
				continue;
			}
			assert.equal(status, 200, address);
			assert.equal(headers['content-type'], calendarType);
			assert.match(text, /^BEGIN:VCALENDAR\r\n/);
			assert.match(text, /\r\nSUMMARY:Regatta\r\n/);
			assert.equal((await nobody.get(address,
				{ 'if-none-match': headers.etag })).status, 304);
		}
	});

	test('a dot that is written in another way is part of a name', async () => {
		const nobody = new Visitor(url);

		for (const path of ['/timeline%2Eatom', '/timeline.%61tom',
			'/@clara%2Eatom', '/@clara.%61tom', '/feed%2Fx.atom',
			'/@dana/1%2Eics'])
			assert.equal((await nobody.get(path)).status, 404, path);
		const tag = await nobody.get('/tag/feeds%2Eatom');

		assert.equal(heading(tag.text), '#feeds.atom');
	});
}

// With Apache's cgid, a page has no socket that could be missing.
const sockets = { nginx: 'feed', 'nginx-fcgiwrap': 'fcgiwrap', apache: 'feed' };

export function testSecrets(test, { url, var: folder }, server) {
	if (!sockets[server])
		return;
	test('no error log contains a secret address', async () => {
		const secret = `${'5'.repeat(32)}1`;
		const away = new Set(['feed', 'calendar', 'reset', 'join'].map((page) =>
			sockets[server].replace('feed', page)));
		const paths = [...away].map((name) => `${folder}/${name}.sock`);
		const statuses = [];

		for (const socket of paths)
			renameSync(socket, `${socket}.away`);
		// nginx may have kept a connection to it open.
		for (const { pid } of pagesIn(folder))
			process.kill(pid, 'SIGKILL');
		for (const path of ['/feed', `/feed/${secret}.atom`,
			`/calendar/${secret}.ics`, `/reset/${secret}`,
			`/join/${secret}`])
			statuses.push((await request(url, path)).status);
		for (const socket of paths)
			renameSync(`${socket}.away`, socket);
		const log = readFileSync(`${folder}/log/web.log`, 'utf8');

		assert.deepEqual(statuses, [503, 503, 503, 503, 503]);
		assert.match(log, /feed/);
		assert.ok(!log.includes(secret), log);
	});
}
