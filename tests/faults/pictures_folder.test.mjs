// The folder of pictures is full, can only be read, belongs to somebody else, or
// is away for a while: each is said in a sentence, and everything else goes on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, renameSync,
	rmSync, statSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { sendFiles } from '../lib/multipart.mjs';
import { png } from '../lib/pictures.mjs';
import { run } from '../lib/program.mjs';
import { indexed } from '../lib/redis.mjs';
import { build, keyFile, root, startStack, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';

const folder = temporaryFolder();
const pictures = `${folder}/disk`;

// A small disk of its own, whose owner is whoever runs the site.
function mountDisk(...options) {
	const { status, stderr } = spawnSync('mount', [...options, 'none', pictures],
		{ encoding: 'utf8' });

	return status === 0 ? '' : stderr.trim() || 'no mount';
}

chmodSync(folder, 0o755);
mkdirSync(pictures);

const why = mountDisk('-t', 'tmpfs', '-o', 'size=8m');
const onlyWithDisk = { skip: why ? `a small disk cannot be mounted: ${why}` : false };
const stack = await startStack({ env: { RETWIS_PICTURES: pictures } });
const redis = openRedis(stack.socket);
const { uid, gid } = statSync(stack.var);

chownSync(pictures, uid, gid);

const anna = await member(stack.url, 'anna');

after(async () => {
	await stack.stop();
	if (!why)
		spawnSync('umount', ['-l', pictures]);
	rmSync(folder, { recursive: true, force: true });
});

let posts = 0;

// The answer to a post with a picture.
function send() {
	return sendFiles(anna, '/post', { status: `Look, ${++posts}.`,
		alt1: 'A cat', nonce: `n${posts}` }, [['pictures', png(40, 30)]]);
}

// What a page says about the folder when it starts, as the site's user.
async function said() {
	const env = { RETWIS_PICTURES: pictures, RETWIS_KEY_FILE: keyFile,
		RETWIS_REDIS: stack.address, RETWIS_TEMPLATES: `${build}/templates`,
		RETWIS_PICTURE_SOCKET: `${stack.var}/retwis-picture.sock` };
	const page = [`${build}/pages/post`, '--check'];
	const [program, ...words] = process.getuid() === 0
		? ['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`,
			'--clear-groups', ...page] : page;
	const { errors, output, status } = await run(program, words, env);

	assert.deepEqual([output, status], ['', 0]);
	return errors;
}

// Nothing is stored, the member's text comes back, and posts go on.
async function refused(status, sentence, problem) {
	const files = readdirSync(pictures, { recursive: true }).sort();
	const rows = await redis('KEYS', 'picture:*');
	const answer = await send();

	assert.equal(answer.status, status);
	assert.ok(answer.text.includes(sentence), answer.text);
	assert.ok(answer.text.includes(`Look, ${posts}.`));
	assert.deepEqual(readdirSync(pictures, { recursive: true }).sort(), files);
	assert.deepEqual(await redis('KEYS', 'picture:*'), rows);
	await anna.write(`Only words, ${posts}.`);
	for (const path of ['/', '/@anna', '/timeline'])
		assert.equal((await anna.get(path)).status, 200, path);
	assert.match(await said(), problem);
}

async function taken() {
	assert.equal((await send()).status, 303);
	assert.equal(await said(), '');
}

test('a picture is taken in', taken);

const away = 'stored right now';

test('the folder is away, and comes back', async () => {
	const was = `${stack.var}/pictures`;
	const move = (from, to) => why ? renameSync(from, to)
		: assert.equal(spawnSync('mount', ['--move', from, to]).status, 0);

	move(pictures, was);
	if (why)
		mkdirSync(pictures);
	await refused(503, away, /the pictures are not in .*; is that disk mounted\?/);
	if (why)
		rmSync(pictures, { recursive: true });
	move(was, pictures);
	await taken();
});

test('there is no folder at all', async () => {
	const other = { RETWIS_PICTURES: `${pictures}/none` };
	const ran = await run(`${build}/retwis-worker`, ['--check'],
		{ ...other, RETWIS_KEY_FILE: keyFile, RETWIS_REDIS: stack.address });

	assert.match(ran.errors, /there is no folder .*\/none, so nobody can/);
	assert.equal(ran.status, 0);
});

test('the folder of another user', async () => {
	chmodSync(pictures, 0o555);
	await refused(503, away, / may not write to .*, which belongs to /);
	chmodSync(pictures, 0o755);
	await taken();
});

test('the folder of another site', async () => {
	const mark = `${pictures}/mark`;

	const ours = readFileSync(mark);

	writeFileSync(mark, 'theirs\n');
	await refused(503, away, /has the pictures of another site/);
	writeFileSync(mark, ours);
	await taken();
});

test('a disk that is read-only', onlyWithDisk, async () => {
	assert.equal(mountDisk('-o', 'remount,ro'), '');
	await refused(503, away, /cannot write to .*: Read-only file system/);
	assert.equal(mountDisk('-o', 'remount,rw'), '');
	await taken();
});

test('a disk that is nearly full', onlyWithDisk, async () => {
	writeFileSync(`${pictures}/full`, Buffer.alloc(7500000));
	await refused(507, 'nearly full', /less than 10 % of the disk of .* is free/);
	rmSync(`${pictures}/full`);
	await taken();
});

test('what was refused is counted', async () => {
	const refusals = why ? 3 : 5;

	assert.equal(await redis('HGET', 'pictures_count', 'refused'), `${refusals}`);
	assert.equal(await redis('HGET', 'pictures_count', 'count'),
		`${refusals + 1}`);
});

test('nothing is left over', async () => {
	const admin = adminOf({ ...stack, env: { RETWIS_PICTURES: pictures } });

	await indexed(stack.redis);
	const ran = await admin(['check']);

	assert.match(ran.output, /\nBroken: 0, left over: 0\n$/);
	assert.equal(ran.status, 0);
});
