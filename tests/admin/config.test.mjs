// retwis-admin config: what it reports about a file of settings.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync }
	from 'node:fs';
import { after, test } from 'node:test';
import { run } from '../lib/program.mjs';
import { borrowStack, build, keyFile, lean, root, temporaryFolder } from '../lib/stack.mjs';
import { program } from './lib/admin.mjs';

const stack = await borrowStack(lean);
const folder = temporaryFolder();
const file = `${folder}/retwis.env`;
const good = `RETWIS_REDIS=unix:retwis@${stack.socket}\n` +
	`RETWIS_TEMPLATES=${build}/templates\nRETWIS_KEY_FILE=${keyFile}\n`;

after(() => {
	rmSync(folder, { recursive: true });
	return stack.stop();
});

// What it reports for the good settings plus these lines: {status, output,
// errors}.
function config(lines, { mode = 0o600, before = good } = {}) {
	writeFileSync(file, before + lines);
	chmodSync(file, mode);
	return run(program, ['config', file]);
}

async function isGood(lines) {
	const ran = await config(lines);

	assert.equal(ran.errors, '');
	assert.equal(ran.output, `The programs can start with ${file}\n`);
	assert.equal(ran.status, 0);
}

async function mistake(lines, message, options) {
	const ran = await config(lines, options);

	assert.equal(ran.status, 1, lines);
	assert.equal(ran.output, '');
	assert.match(ran.errors, message);
	assert.equal(ran.errors.split('\n').length, 2, ran.errors);
}

test('settings that are right', async () => {
	await isGood('');
	await isGood('# A comment\n\n \nTZ=Europe/Rome\nRETWIS_SIGNUP=closed  \n' +
		'RETWIS_TRUSTED_PROXIES="192.0.2.1 10.0.0.0/8"\n' +
		"RETWIS_BUS='unix:" + stack.socket + "'\n" +
		'RETWIS_PROCESSES=3\nRETWIS_WORKERS=1\nRETWIS_LIMIT_POST=\n');
	await isGood(readFileSync(`${root}/conf/retwis.env`, 'utf8')
		.replace(/^RETWIS_(REDIS|TEMPLATES|KEY_FILE|PICTURES)=.*/gm, ''));
});

// Each message has the name of the file and the number of the line.
test('a value that makes no sense', async () => {
	for (const [line, why] of [
		['RETWIS_SIGNUP=opne',
			'RETWIS_SIGNUP must be open, asked, invited or closed'],
		['RETWIS_NAME=\u0007', 'RETWIS_NAME must be one line of 1 to 40'],
		['RETWIS_POST_MAX=0', 'RETWIS_POST_MAX must be a number from 1 to'],
		['RETWIS_PATIENCE=1', 'RETWIS_PATIENCE must be at least four times'],
		['RETWIS_LIMIT_POST=x', 'RETWIS_LIMIT_POST must be TIMES/SECONDS'],
		['RETWIS_PROCESSES=0', 'RETWIS_PROCESSES must be a number from 1'],
		['RETWIS_WORKERS=1x', 'RETWIS_WORKERS must be a number from 0 to'],
		['RETWIS_SINGUP=open', 'RETWIS_SINGUP is not a setting of Retwis'],
		['RETWIS_LOGIN_RATE=1', 'RETWIS_LOGIN_RATE is not a setting'],
		['TZ=Mars/Base', 'TZ must be a time zone such as Europe/Rome, .*: ' +
			'there is no Mars/Base'],
		['export TZ=UTC', 'this is not NAME=VALUE'],
		['closed', 'this is not NAME=VALUE'],
		['RETWIS_REDIS=unix:/x', 'RETWIS_REDIS is set twice'],
	])
		await mistake(`${line}\n`,
			new RegExp(`^retwis-admin: ${file}:4: ${why}`));
});

// The C library takes what it does not know for UTC.
test('time zones by name, by file and by rule', async () => {
	for (const zone of ['Europe/Rome', ':Europe/Rome', 'UTC', '', 'EST5EDT',
		'/usr/share/zoneinfo/Asia/Kathmandu', 'CET-1CEST,M3.5.0,M10.5.0/3',
		"'<+0330>-3:30'"])
		await isGood(`TZ=${zone}\n`);
	for (const zone of ['Europe', 'Mars', 'CET+', '../zoneinfo/Rome',
		'/etc/passwd', 'CET-1CEST,M3.5.0'])
		await mistake(`TZ=${zone}\n`, /:4: TZ must be a time zone such as/);
	writeFileSync(file, good);
	const elsewhere = await run(program, ['config', file],
		{ TZ: 'Mars/Base' });

	assert.equal(elsewhere.status, 0, elsewhere.errors);
});

// A shell would execute the second word, or substitute $x.
test('a value that systemd and a shell read differently', async () => {
	for (const value of ['192.0.2.1 10.0.0.1', '"$x"', 'a$x', "'a", '"a"b"',
		'a\\', '10.0.0.1\r'])
		await mistake(`RETWIS_TRUSTED_PROXIES=${value}\n`,
			/:4: RETWIS_TRUSTED_PROXIES needs its value in '\.\.\.'/);
});

test('all that is wrong is said at once', async () => {
	const { errors } = await config('RETWIS_POST_MAX=x\nRETWIS_SIGNUP=x\n' +
		'RETWIS_LAST_SEEN=x\nRETWIS_NONE=1\n', { mode: 0o644 });

	for (const line of [4, 5, 6, 7])
		assert.match(errors, new RegExp(`retwis\\.env:${line}: `));
	assert.match(errors, /everyone can read .*chmod 600/);
});

test('files that are not there, and values that are not good', async () => {
	const broken = `${folder}/templates`;

	cpSync(`${build}/templates`, broken, { recursive: true });
	writeFileSync(`${broken}/en/post.tpl`, 'no pragma\n');
	await mistake('', /^retwis: .*post\.tpl: the first line|post\.tpl: the first/,
		{ before: good.replace(`${build}/templates`, broken) });
	await mistake('', /everyone can read/, { mode: 0o604 });
	const away = await config('', { before: good.replace(stack.socket,
		'/nonexistent/redis.sock') });

	assert.equal(away.status, 1);
	assert.match(away.errors, /RETWIS_REDIS: Redis does not answer\n$/);
	const none = await run(program, ['config', '/nonexistent/retwis.env']);

	assert.equal(none.status, 1);
	assert.match(none.errors, /^retwis-admin: cannot read .*\n$/);
});

// Variables that only make run or the web server reads do not belong in the
// file.
test('a key that cannot be read is reported once', async () => {
	const before = good.replace(keyFile, '/nowhere/key');

	await mistake('', /:3: RETWIS_KEY_FILE cannot be read, \/nowhere\/key: /,
		{ before });
	await mistake('', /RETWIS_KEY_FILE cannot be read, \/etc\/retwis\/key: /,
		{ before: good.replace(/RETWIS_KEY_FILE.*\n/, '') });
});

// Every program starts all the same, since everything else works.
test('pictures that cannot be stored', async () => {
	const pictures = `${folder}/pictures`;
	const socket = `RETWIS_PICTURE_SOCKET=${stack.var}/retwis-picture.sock\n`;
	const env = { RETWIS_PICTURES: pictures, RETWIS_KEY_FILE: keyFile,
		RETWIS_REDIS: stack.address, RETWIS_TEMPLATES: `${build}/templates`,
		RETWIS_PICTURE_SOCKET: '/nowhere/picture.sock' };
	const line = `RETWIS_PICTURES=${pictures}\n`;
	const says = async (program) => {
		const ran = await run(`${build}/${program}`, ['--check'], env);

		assert.deepEqual([ran.output, ran.status], ['', 0]);
		return ran.errors;
	};

	await mistake(line + socket,
		/^retwis: RETWIS_PICTURES: there is no folder .*pictures, so nobody/);
	assert.match(await says('pages/post'), /there is no folder .*\n.*SOCKET/);
	assert.match(await says('retwis-worker'), /^retwis: .*there is no folder.*\n$/);
	assert.equal(await says('pages/home'), '');
	mkdirSync(pictures);
	await isGood(line + socket);
	await mistake(`${line}RETWIS_PICTURE_SOCKET=/nowhere/picture.sock\n`,
		/^retwis: RETWIS_PICTURE_SOCKET: \/nowhere\/picture.sock: No such file/);
	writeFileSync(`${pictures}/mark`, 'of another site\n');
	await mistake(line + socket,
		/^retwis: RETWIS_PICTURES: .* has the pictures of another site/);
	await isGood('RETWIS_PICTURES=off\n');
});

test('it knows the settings of docs/settings.md', async () => {
	const text = readFileSync(`${root}/docs/settings.md`, 'utf8')
		.split("\n## The web server's limits")[0];
	const names = [...text.matchAll(/^\| `(RETWIS_\w+)`/gm)]
		.map(([, name]) => name);

	assert.ok(names.length > 15);
	const { errors } = await config(names.map((name) => `${name}=\n`).join(''),
		{ before: '' });

	assert.doesNotMatch(errors, /not a setting/);
	assert.match((await config('RETWIS_NEW=\n')).errors, /not a setting/);
});
