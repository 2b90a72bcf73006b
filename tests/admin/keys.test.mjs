// The table of Redis keys, src/schema/keys: a new key is one more row. The key
// is deleted with its owner, and the checker knows its type.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync,
	writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { after, test } from 'node:test';
import { keys, keysOf, makeKeys, schema } from '../lib/keys.mjs';
import { run } from '../lib/program.mjs';
import { borrowStack, build, cleanEnvironment, root,
	temporaryFolder } from '../lib/stack.mjs';
import { openRedis } from '../lib/wire.mjs';
import { adminOf, placesOf } from './lib/admin.mjs';
import { likeAndRepost, smallSite } from './lib/classic.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);
const admin = adminOf(stack);
const folder = temporaryFolder();

after(() => rmSync(folder, { recursive: true, force: true }));

const begin = { string: ['SET'], hash: ['HSET', 'field'], list: ['RPUSH'],
	set: ['SADD'], zset: ['ZADD', 1] };

// Adds a meaningless entry to each key that does not exist.
async function fill(rows) {
	for (const { key, type } of rows) {
		const [command, ...more] = begin[type];

		if (!await redis('EXISTS', key))
			await redis(command, key, ...more, 'text');
	}
}

async function goodSite() {
	const site = await smallSite(redis);

	assert.equal((await admin(['adopt'])).status, 0);
	await likeAndRepost(redis, site);
	return site;
}

async function left(rows) {
	const found = [];

	for (const { key } of rows)
		if (await redis('EXISTS', key))
			found.push(key);
	return found;
}

// ---- the rows that there are -----------------------------------------------

test('all keys of a member go with the member', async () => {
	const { anna } = await goodSite();
	const rows = keysOf('member', anna);

	assert.ok(rows.length > 10);
	await fill(rows);
	const ran = await admin(['delete', '--yes', 'Anna Smith']);

	assert.equal(ran.status, 0, ran.errors);
	assert.deepEqual(await left(rows), []);
});

// The hash is replaced by a mark, so that its form cannot bring the post back.
// A conversation outlives the post with which it began.
test('all keys of a post go with the post', async () => {
	await goodSite();
	const rows = keysOf('post', 1)
		.filter(({ ends }) => !['expires', 'entry'].includes(ends));

	await fill(rows);
	const ran = await admin(['delete', '--yes', '1']);

	assert.equal(ran.status, 0, ran.errors);
	assert.deepEqual(await left(rows), ['post:1']);
	assert.deepEqual(await redis('HKEYS', 'post:1'), ['gone']);
});

// Replaces each key by one of another type.
async function spoil(rows) {
	const spoilt = rows.map(({ key, type }) =>
		({ key, type: type === 'set' ? 'hash' : 'set', wanted: type }));

	for (const { key } of rows)
		await redis('DEL', key);
	await fill(spoilt);
	return spoilt;
}

function portions(rows) {
	const size = 15;

	assert.ok(rows.length > 3);
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
		rows.slice(i * size, (i + 1) * size));
}

// It first checks that `users` and `layout` are ours. Of each kind it lists
// twenty at most.
test('the checker knows the type of each key', async () => {
	const single = keys.filter(({ key, of }) => of === 'site' &&
		/^[a-z_]+$/.test(key) && !['users', 'layout'].includes(key));

	for (const rows of [keysOf('member', 1), keysOf('post', 1), single]
		.flatMap(portions)) {
		await goodSite();
		const spoilt = await spoil(rows);
		const { output } = await admin(['check']);

		for (const { key, type, wanted } of spoilt)
			assert.ok(output.includes(
				`${key} is a ${type}, but should be a ${wanted};`), output);
	}
});

test('no key is spelled outside the table', () => {
	const files = readdirSync(`${root}/src`, { recursive: true })
		.filter((file) => /\.[ch]$/.test(file));

	assert.ok(files.includes('schema/key.h'));
	for (const file of files)
		assert.doesNotMatch(readFileSync(`${root}/src/${file}`, 'utf8'),
			/^#define (KEY|CHANNEL)_\w+ +.*"/m, file);
});

// ---- one more --------------------------------------------------------------

const row = 'drafts:ID  DRAFTS  zset  member  -  -  20,7d  dropped  -  truth\n' +
	'    what a member has begun to write\n';

// The command by which make links retwis-admin, without the mv at its end.
function linking() {
	const b = relative(root, build);
	const { stdout } = spawnSync('make', ['-n', 'V=1', `B=${b}`,
		...b.endsWith('-san') ? ['SAN=1'] : [], '-W', `${b}/libretwis.a`,
		`${b}/retwis-admin`], { cwd: root, encoding: 'utf8', env:
		cleanEnvironment({ MAKEFLAGS: '', MAKELEVEL: '' }) });

	return stdout.replaceAll('\\\n', ' ')
		.match(/^.* -o \S+\/\.retwis-admin\.new .*(?= && mv )/m)[0];
}

// retwis-admin with that row: it links everything that was compiled before, and
// the newly generated rows, which take precedence over those in libretwis.a.
function adminWithRow() {
	const table = `${folder}/keys`;

	mkdirSync(`${folder}/schema`);
	writeFileSync(table, readFileSync(`${schema}/keys`, 'utf8') + row);
	writeFileSync(`${folder}/schema/keys.h`, makeKeys('header', table));
	execFileSync('sh', ['-c', linking().replace(/ -o \S+ /, ` -o ${folder}/admin ` +
		`-std=gnu11 -I${folder} -Isrc src/schema/key.c `)], { cwd: root });
	return (words) => run(`${folder}/admin`, words, placesOf(stack));
}

test('a new key is a row', async () => {
	const newer = adminWithRow();
	const { ben } = await goodSite();
	const drafts = `drafts:${ben}`;

	await redis('SET', drafts, 'text');
	const { output } = await newer(['check']);

	assert.ok(output.includes(`${drafts} is a string, but should be a zset;`),
		output);
	await redis('DEL', drafts);
	await redis('ZADD', drafts, 1, 'text');
	const ran = await newer(['delete', '--yes', 'ben']);

	assert.equal(ran.status, 0, ran.errors);
	assert.equal(await redis('EXISTS', drafts), 0);
	await redis('ZADD', drafts, 1, 'text');
	assert.match((await newer(['check'])).output,
		new RegExp(`member ${ben} does not exist, but ${drafts} does`));
});

test('the new row is in the table of docs/data.md, and in C', () => {
	const table = `${folder}/keys`;

	assert.ok(makeKeys('docs', table).endsWith('| `drafts:ID` | sorted set | ' +
		'member | 20, 7 days | dropped |  | truth | ' +
		'what a member has begun to write |\n'));
	const header = makeKeys('header', table);

	for (const line of ['KEY_DRAFTS "drafts:" ID', 'DRAFTS_CAP 20',
		'DRAFTS_SECONDS 604800'])
		assert.ok(header.includes(`#define ${line}\n`), line);
});

test('a row that makes no sense is reported with its line', () => {
	const table = `${folder}/wrong`;

	for (const [from, to, why] of [['zset', 'tree', 'Redis has no type tree'],
		['dropped', 'fades', 'nothing ends like fades'],
		['20,7d', '7w', 'no limit is like 7w'],
		['  truth', '', 'a key has ten columns']]) {
		writeFileSync(table, `# one\n${row.replace(from, to)}`);
		assert.throws(() => makeKeys('header', table),
			({ status, stderr }) => status !== 0 &&
				stderr === `keys:2: ${why}\n`, why);
	}
});
