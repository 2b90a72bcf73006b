// The table of pages, src/schema/routes, and what is made from it: each address
// leads to its page behind each web server, accepts the methods that the table
// lists, and takes no larger body.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { routes, sample } from '../lib/routes.mjs';
import { borrowStack, build, root, temporaryFolder } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { member } from '../lib/visitor.mjs';

const stack = await borrowStack();
const { url } = stack;
const anna = await member(url, 'anna');

await anna.write('A word, #quiet');
await membersOf(stack).stand('anna', 'host');

const rows = routes.addresses.map((row) => ({ ...row, path: sample(row) }));
const pageOf = (row) => routes.pages.find(({ name }) => name === row.page);
const others = rows.filter((row) => row.address !== '/ANYTHING');

test('every other method is refused, with those that the table says', async () => {
	for (const { path, methods } of others) {
		const { status, headers } = await anna.send('DELETE', path);

		assert.equal(status, 405, path);
		assert.deepEqual(headers.allow.split(', '), methods.flatMap((method) =>
			method === 'GET' ? ['GET', 'HEAD'] : [method]), path);
	}
	assert.equal((await anna.send('DELETE', '/nothing')).status, 404);
});

test('a page takes the body that the table says, and no longer one', async () => {
	for (const row of others.filter(({ methods }) => methods.includes('POST'))) {
		const { status } = await anna.postRaw(row.path, 'x'.repeat(65537));
		const isShort = ['64k', '61m'].includes(pageOf(row).body);

		assert.equal(status === 413, isShort, row.path);
	}
});

// ---- where addresses lead --------------------------------------------------

const read = (file) => readFileSync(file, 'utf8');
const made = (file) => read(`${build}/conf/${file}`);

// [[pattern, page], ...] of the generated file, in order.
const ways = {
	'nginx/routes.conf': /^\t(?:~(\S+)|(\/)) ([\w$]+);$/gm,
	'apache/sockets.conf': /^ProxyPassMatch "(\S+)"()[^|]*\|fcgi:\/\/(\w+)"/gm,
	'apache/scripts.conf': /^ScriptAliasMatch "(\S+)"() "@PAGES@\/(\w+)"$/gm,
};

function openWay(file) {
	const patterns = [...made(file).split('\n}')[0].matchAll(ways[file])]
		.map(([, pattern, exact, page]) =>
			[new RegExp(exact ? '^/$' : pattern), page]);

	assert.ok(patterns.length > 15);
	return (path) => {
		for (const [pattern, page] of patterns) {
			const found = path.match(pattern);

			if (found)
				return page === '$1' ? found[1] : page;
		}
		return undefined;
	};
}

// [address, page] of addresses that could be mistaken for others.
const tricky = [['/@anna/', 'profile'], ['/@', 'profile'],
	['/@a%2Fb/followers', 'people'], ['/@anna/followers/x', 'status'],
	['/@anna/followersx', 'status'], ['/@anna.atom', 'profile'],
	['/@anna/1/4', 'photo'], ['/@anna/1/5', 'status'],
	['/@anna/1/0', 'status'], ['/@anna/1/11', 'status'],
	['/@anna/1/1/', 'status'], ['/@a%2Fb/1/2', 'photo'], ['/@anna/1', 'status'],
	['/picture/', 'picture'], ['/pictures', 'home'], ['/account/face/', 'account'],
	['/@anna/1/namesx', 'status'], ['/@anna/1/answers_csv', 'status'],
	['/@a%2Fb/1/names', 'names'], ['/@anna/names', 'status'],
	['/account/leave/x', 'account'], ['/account/', 'account'],
	['/accounts', 'home'], ['/timelineXatom', 'home'], ['/LOGIN', 'home'],
	['/loginx', 'home'], ['/login/', 'home'], ['/feed/x/y', 'feed'],
	['/calendar/x/y', 'calendar'], ['/@anna/1.icsx', 'status'],
	['/@anna/1xics', 'status'], ['/@anna.ics', 'profile'],
	['/reset/', 'reset'], ['/joins', 'home'], ['/tag/', 'tag'],
	['/notfollowers', 'home'], ['//login', 'home']];

const expected = [...tricky, ...rows.map((row) => [row.path, row.page])];

test('nginx sends each address to its page, with a query and without', () => {
	const lead = openWay('nginx/routes.conf');

	assert.match(made('nginx/routes.conf'), /^\tdefault home;$/m);
	for (const [path, page] of [...expected, ['/%40anna', 'profile'],
		['/%40anna/1', 'status']])
		for (const query of ['', '?', '?x=/login'])
			assert.equal(lead(path + query) ?? 'home', page, path + query);
});

for (const file of ['apache/sockets.conf', 'apache/scripts.conf'])
	test(`${file} sends each address to its page`, () => {
		const lead = openWay(file);

		for (const [path, page] of expected)
			assert.equal(lead(path), page, path);
		assert.equal(lead('/static/style.css'), undefined);
	});

// ---- what is written by hand -----------------------------------------------

test('no log contains a secret address', () => {
	const server = read(`${root}/conf/nginx/server.conf`);
	const [, pattern] = server.match(
		/location ~ (\S+) \{\s+error_log \/dev\/null crit;/);

	for (const row of rows)
		assert.equal(new RegExp(pattern).test(row.path),
			row.address.endsWith('/TOKEN'), row.path);
});

test('web servers take the bodies that the table says', () => {
	const sizes = { '64k': 65536, '256k': 262144, '61m': 61 << 20,
		'66m': 66 << 20 };
	const apache = read(`${root}/conf/apache/server.conf`);
	const nginx = read(`${root}/conf/nginx/server.conf`);
	const own = (text, path, setting) => text.match(new RegExp(
		`ocation (?:= |")${path}[">\\s{]+[^}<]*?${setting} (\\w+)`))?.[1];

	for (const row of others) {
		const { body } = pageOf(row);

		assert.equal(own(nginx, row.path, 'client_max_body_size') ?? '64k',
			body, row.path);
		assert.equal(Number(own(apache, row.path, 'LimitRequestBody') ?? 65536),
			sizes[body], row.path);
	}
});

// ---- the script ------------------------------------------------------------

for (const [what, row] of [
	['no addresses', 'page members 64k keep GET'],
	['another method', 'page members 64k keep PUT /page'],
	['another body', 'page members 1g keep GET /page'],
	['another way of nginx', 'page members 64k often GET /page'],
	['an address without a slash', 'page members 64k keep GET page'],
	['a form without words', '/page csrf -']])
	test(`a row with ${what} is refused`, () => {
		const folder = temporaryFolder();

		cpSync(`${root}/src/schema`, folder, { recursive: true });
		appendFileSync(`${folder}/routes`, `${row}\n`);
		const { status, stdout, stderr } = spawnSync(
			`${folder}/make-routes`, ['header'], { encoding: 'utf8' });

		rmSync(folder, { recursive: true });
		assert.deepEqual([status, stdout], [1, '']);
		assert.match(stderr, /^routes:\d+: /);
	});
