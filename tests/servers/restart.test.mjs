// New programs take over while the site is in use: with SIGTERM and SIGHUP,
// current requests are finished, and new ones wait a moment, but are not
// refused.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync,
	renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { build, programs, startStack, temporaryFolder } from '../lib/stack.mjs';
import { fastcgi, startPage as startPageIn, variables }
	from '../lib/program.mjs';
import { processesIn, signalAmidRequests, until }
	from '../lib/processes.mjs';
import { albumOf } from '../lib/album.mjs';
import { Load } from '../lib/load.mjs';
import { at, hour, waiting } from '../lib/later.mjs';
import { formFields } from '../lib/page.mjs';
import { openStream } from '../lib/stream.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openProxy, openRedis } from '../lib/wire.mjs';

const folder = temporaryFolder();

// The user who runs conf/stack must be able to reach the programs.
spawn('chmod', ['755', folder]);
after(() => rmSync(folder, { recursive: true, force: true }));

/* ---- one program ------------------------------------------------------- */

const stack = await startStack();

const startPage = (page, address = `unix:${stack.socket}`) =>
	startPageIn(page, folder, { RETWIS_REDIS: address });

const get = variables('GET', '/timeline');

test('an idle program ends at once', async () => {
	const page = await startPage('timeline');

	page.stop();
	assert.deepEqual(await page.ended, [0, null]);
});

test('a program serves a silent client that it has accepted', async () => {
	const page = await startPage('timeline');
	const answer = await fastcgi(page.socket, get, '', async () => {
		await page.accepted();
		page.stop();
		page.stop();
		await page.told();
	});

	assert.equal(answer.status, 200);
	assert.deepEqual(await page.ended, [0, null]);
});

test('it finishes its request at any moment', async () => {
	let reached = true;

	for (let k = 0; reached; k++) {
		const path = `${folder}/proxy.sock`;
		// By then it has checked the site's key, or tried to find it.
		const page = await startPage('timeline', `unix:${path}`);
		const proxy = await openProxy(path, stack.socket, k, () => {
			page.stop();
			page.stop();
		});
		const answer = await fastcgi(page.socket, get);

		page.stop();
		assert.equal(answer.status, 200, `${k}`);
		assert.match(answer.text, /<\/html>\s*$/, `${k}`);
		assert.deepEqual(await page.ended, [0, null]);
		await proxy.close();
		({ reached } = proxy);
		assert.ok(reached || k > 2, `${k} commands`);
	}
});

/* ---- all of a site, under load ----------------------------------------- */

// The token of a link with which Anna, the first member, can set a new
// password.
const resetToken = `${'7'.repeat(32)}1`;

// And the secret of her private calendar.
const calendarSecret = `${'8'.repeat(32)}1`;

// And the token of a picture in her first post.
const pictureToken = '9'.repeat(32);

// The address of each page, for the member Anna.
const paths = { home: '/', register: '/register', login: '/login',
	logout: '/logout', timeline: '/timeline', profile: '/@anna',
	status: '/@anna/1', names: '/@anna/1/names', photo: '/@anna/1/1', delete: '/delete?id=1',
	edit: '/edit?id=1',
	tag: '/tag/tag', people: '/@anna/followers', bio: '/bio',
	search: '/search?q=an',
	mentions: '/@anna/mentions', members: '/members', likes: '/likes', saved: '/saved',
	dates: '/dates', notifications: '/notifications', feed: '/feed',
	calendar: `/calendar/${calendarSecret}.ics`,
	picture: `/picture/${pictureToken}-400.webp`,
	scheduled: '/scheduled', health: '/health', about: '/about',
	account: '/account', code: '/account/code', export: '/account/export',
	import: '/account/import', face: '/account/face', reset: `/reset/${resetToken}`,
	invitations: '/invitations', join: '/join/x', standing: '/standing',
	announcements: '/announcements', log: '/log', quiet: '/account/quiet', remove: '/remove',
	site: '/site', report: '/report?member=2', reports: '/reports',
	waiting: '/waiting', leave: '/account/leave' };

// Members who are neither hosts nor moderators do not find these pages.
const staffed = ['/standing', '/site', '/waiting', '/log', '/remove',
	'/reports'];

// Members are redirected from the forms to sign in, and visitors who have not
// pressed the button from the addresses of a download.
const led = ['/login', '/register', '/join/x', '/account/export',
	'/account/import'];

function statusOf(path) {
	if (led.includes(path))
		return 303;
	return staffed.includes(path) ? 404 : 200;
}

// A request that a program is made for, by the program's name: a form that
// redirects, or a page, requested by one of the members, whose id is given.
function requests(site, load, who, id) {
	const redis = openRedis(site.socket);
	const insist = (path, fields) => load.insist(who, path, fields);
	const leadsOn = async (path, answer) =>
		load.isGood(await answer, 303, path);
	const write = (n, more) => insist('/post',
		{ status: `${who.name}'s ${n}`, nonce: `${n}`, ...more });
	const signIn = (visitor) => leadsOn('/login',
		visitor.login(who.name));
	const acts = ['like', 'repost', 'unlike', 'unrepost'];
	const newest = () => redis('LINDEX', `own:${id}`, 0);

	return {
		act: (n) => insist('/act', { back: '/', [acts[n % 4]]: 1 }),
		async answer(n) {
			await write(n, { answers: 'comes' });
			await insist('/answer', { answer: `${await newest()}.0`,
				guests: n % 10 });
		},
		bio: (n) => insist('/bio', { bio: `Line ${n}` }),
		async delete(n) {
			await write(n);
			await insist('/delete', { id: await newest() });
		},
		async edit(n) {
			await write(n);
			const path = `/edit?id=${await newest()}`;
			const { text } = await who.get(path);

			await insist('/edit', { ...formFields(text, '/edit'),
				status: `${who.name}'s ${n}, corrected` });
		},
		follow: (n) => insist('/follow',
			{ [n % 2 ? 'follow' : 'unfollow']: 1 }),
		// With too many sessions the oldest would end, which is its
		// own.
		async login() {
			const other = new Visitor(site.url);

			await signIn(other);
			await load.insist(other, '/logout');
		},
		async logout() {
			await insist('/logout');
			await signIn(who);
		},
		post: write,
		register: (n) => leadsOn('/register',
			new Visitor(site.url).register(`${who.name}_${n}`)),
		async scheduled(n) {
			await write(n, { at: at(24 * hour) });
			const { text } = await who.get('/scheduled');

			await insist('/scheduled', { id: waiting(text)[0].id });
		},
		'retwis-worker': write,
		async 'retwis-live'() {
			const stream = openStream({ port: site.port },
				'/live?at=home', who.cookies.get('auth'));

			await stream.answers(200);
			stream.close();
		},
		see: async (name) => load.isGood(await who.get(paths[name]),
			statusOf(paths[name]), paths[name]),
	};
}

test('each page is asked for', () => {
	const asked = requests(stack, {}, {}, 0);

	for (const name of readdirSync(programs))
		assert.ok(asked[name] || paths[name], name);
});

// Between two requests to the program that ends now, so that it nearly always
// has some; and to the rest of the site, which leaves the processors to them.
const CLOSE_MS = 1;
const ASIDE_MS = 50;

// One after the other to the program that ends in this lane; counts them.
function keepAsking(load, ask, lane) {
	let n = 0;

	load.loop(async () => {
		const { now } = lane;

		await (ask[now]?.(n++) ?? ask.see(now));
		lane.asked[now] = (lane.asked[now] ?? 0) + 1;
	}, CLOSE_MS);
}

// Programs are replaced one after the other in each lane, and the lanes run in
// parallel: a program that ends mostly waits until nginx closes its
// connections.
const LANES = 4;
const ASKERS = 2;

async function openLane(site, load, lane, first) {
	for (let i = 0; i < ASKERS; i++) {
		const who = await member(site.url, `asker${first + i}`);

		keepAsking(load, requests(site, load, who, first + i), lane);
	}
}

// The processes of one program, by its path, with the file that they run.
function running(site, program) {
	return processesIn(site.var)
		.filter((p) => p.program.replace(/ \(deleted\)$/, '') === program)
		.map((p) => p.pid);
}

function runsFile(pid, program) {
	try {
		return statSync(`/proc/${pid}/exe`).ino === statSync(program).ino;
	} catch {
		return false;
	}
}

// As `make` and `make install` do it: there is a complete file at any time.
function replaceFile(program) {
	copyFileSync(program, `${program}.new`);
	renameSync(`${program}.new`, program);
}

async function restart(site, program, { name, atOnce }) {
	await until(`${program} runs`, () => running(site, program).length > 0);
	const old = running(site, program);
	const isLeft = (pid) => existsSync(`/proc/${pid}`) &&
		!runsFile(pid, program);
	// Looking for processes takes longer than looking at those that we
	// know.
	const areNew = (n) => {
		if (old.slice(0, n).some(isLeft))
			return false;
		const pids = running(site, program);

		return pids.length === old.length && n === pids.filter((pid) =>
			runsFile(pid, program)).length;
	};

	replaceFile(program);
	for (const [i, pid] of old.entries()) {
		await signalAmidRequests([pid], name);
		if (!atOnce)
			await until(`another ${program}`, () => areNew(i + 1));
	}
	await until(`new ${program}`, () => areNew(old.length));
}

async function startCopy() {
	const copy = `${folder}/build`;
	const listed = readdirSync(programs).filter((p) => !p.startsWith('.'));
	const others = ['retwis-worker', 'retwis-live'];

	mkdirSync(copy);
	for (const part of ['pages', 'conf', 'templates'])
		cpSync(`${build}/${part}`, `${copy}/${part}`, { recursive: true });
	for (const name of others)
		copyFileSync(`${build}/${name}`, `${copy}/${name}`);
	writeFileSync(`${folder}/about.txt`, 'What this is.\n');
	// On a busy machine the test takes longer than a post can be corrected.
	return { site: await startStack({ env: { BUILD: copy,
		RETWIS_EDIT_MINUTES: '1440', RETWIS_ABOUT: folder } }),
		all: [...listed.map((page) => `${copy}/pages/${page}`),
			...others.map((name) => `${copy}/${name}`)] };
}

async function bodiesOf(redis, key) {
	const ids = await redis('LRANGE', key, 0, -1);

	return Promise.all(ids.map((id) => redis('HGET', `post:${id}`, 'body')));
}

// Anna's list has every accepted post, and Ben's the newest of them.
async function checkPosts(site, written) {
	const redis = openRedis(site.socket);
	const newest = written.map(({ body }) => body).reverse();

	assert.deepEqual(await bodiesOf(redis, 'own:1'),
		[...newest, 'The first. #tag']);
	await until('all has come to Ben', async () => {
		const home = await bodiesOf(redis, 'posts:2');

		return newest.slice(0, 900).join() ===
			home.slice(0, Math.min(900, newest.length)).join();
	}, 30);
}

// Six times, at once and one after the other.
async function replaceAll(site, lane, programs) {
	for (let round = 0; round < 6; round++)
		for (const program of programs) {
			lane.now = program.split('/').pop();
			await restart(site, program, { atOnce: round % 2 === 0,
				name: round < 2 && program.includes('/pages/')
					? 'SIGHUP' : 'SIGTERM' });
			const before = lane.asked[lane.now] ?? 0;

			// Of these, one has only just started.
			await until(`${lane.now} is asked`, () =>
				lane.asked[lane.now] > before + ASKERS, 30);
		}
}

function startLoad(load, anna, ben, lanes) {
	let n = 0;

	for (let i = 0; i < 2; i++)
		load.reads(anna, () => paths[lanes[n++ % LANES].now] ?? '/',
			{ status: statusOf, pause: CLOSE_MS });
	for (const path of ['/', '/timeline', '/@anna'])
		load.reads(ben, () => path, { pause: ASIDE_MS });
	load.writes(anna, 1, ASIDE_MS);
	load.likes(ben, 1, ASIDE_MS);
}

async function addPicture(site) {
	const album = albumOf({ var: site.var, redis: openRedis(site.socket) });

	await album.add(1, 'post', pictureToken);
	await album.give(1, pictureToken);
}

test('every program is replaced six times under load', async (t) => {
	const { site, all } = await startCopy();
	const anna = await member(site.url, 'anna');
	const ben = await member(site.url, 'ben');
	const digestOf = (text) =>
		createHash('sha256').update(text).digest('hex');
	const load = new Load();

	// Also after a failure, or else the members would go on for ever.
	t.after(async () => {
		await load.end();
		await site.stop();
	});
	const lanes = Array.from({ length: LANES },
		() => ({ now: 'home', asked: {} }));

	await openRedis(site.socket)('HSET', 'user:1', 'reset',
		`${digestOf(resetToken)} 99999999999`, 'calendar',
		digestOf(calendarSecret));
	await anna.post('/post', { status: 'The first. #tag', answers: 'comes' });
	await addPicture(site);
	await ben.follow('anna');
	startLoad(load, anna, ben, lanes);
	for (const [i, lane] of lanes.entries())
		await openLane(site, load, lane, 3 + i * ASKERS);
	await Promise.all(lanes.map((lane, i) =>
		replaceAll(site, lane, all.filter((_, k) => k % LANES === i))))
		.catch((error) => assert.fail(`${error.message}, and before ` +
			`that: ${load.bad.join(', ') || 'nothing'}`));
	await load.end();
	assert.deepEqual(load.bad, []);
	assert.ok(load.answers > 1000, `${load.answers} answers`);
	assert.ok(load.written.length > 50, `${load.written.length} posts`);
	await checkPosts(site, load.written);
});
