// retwis-admin setup: the first evening of a site, at a terminal and from a file.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync,
	writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { faults } from '../lib/faults.mjs';
import { checkNginx } from '../lib/nginx.mjs';
import { run } from '../lib/program.mjs';
import { settingsIn } from '../lib/site.mjs';
import { borrowStack, root, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { cut, dump } from '../lib/wire.mjs';
import { adminOf, atEachCommand, atTerminal, placesOf, program } from './lib/admin.mjs';

const stack = await borrowStack();
const { redis, url } = stack;
const admin = adminOf(stack);
const folders = [];

after(() => folders.forEach((folder) =>
	rmSync(folder, { recursive: true, force: true })));

const good = { name: 'Tea Club', domain: 'club.example.org', signup: 'asked',
	readers: 'members', host: 'kim' };

// ---- a machine ------------------------------------------------------------

const textOf = (path) => readFileSync(`${root}/${path}`, 'utf8');

// What the stack's own nginx reads, without a name: so it can be tried. Apache's is
// only read as a text.
const samples = {
	nginx: () => readFileSync(`${stack.var}/conf/nginx/site.conf`, 'utf8')
		.replace(/server_name .*;/, 'server_name _;'),
	apache: () => textOf('conf/apache/site.conf'),
};
const programs = { nginx: 'nginx', apache: 'apache2' };

const linesOf = (answers) => Object.entries(answers).map(([name, value]) =>
	`${name}=${value}\n`).join('');

// An empty database, and a folder that is / to the command.
class Machine {
	static async make(server = 'nginx') {
		const machine = new Machine();

		await redis('FLUSHALL');
		machine.folder = temporaryFolder();
		folders.push(machine.folder);
		machine.server = server;
		machine.write(`/usr/sbin/${programs[server]}`, '');
		for (const prefix of ['/usr', '/usr/local'])
			machine.write(`${prefix}/share/retwis/${server}/site.conf`,
				samples[server]());
		machine.write(machine.site, samples[server]());
		return machine;
	}

	get site() {
		return `/etc/retwis/${this.server}/site.conf`;
	}

	path(name) {
		return `${this.folder}${name}`;
	}

	write(name, text) {
		mkdirSync(this.path(name).replace(/\/[^/]*$/, ''),
			{ recursive: true });
		writeFileSync(this.path(name), text);
	}

	read(name) {
		try {
			return readFileSync(this.path(name), 'utf8');
		} catch {
			return undefined;
		}
	}

	get words() {
		return ['setup', '--answers', this.path('/answers'),
			'--root', this.folder];
	}

	get env() {
		return this.read('/etc/retwis/retwis.env');
	}

	// Everything that the command could have changed.
	async state() {
		return [await dump(redis), this.read(this.site), this.env];
	}

	// The answers as an object, or the text of the file.
	answer(answers, options) {
		this.write('/answers', typeof answers === 'string' ? answers
			: linesOf(answers));
		return admin(this.words, options);
	}

	async done(answers, options) {
		const ran = await this.answer(answers, options);

		assert.equal(ran.errors, '');
		assert.equal(ran.status, 0);
		return ran.output;
	}

	// `messages` without the path of the file.
	async refused(answers, messages, options) {
		const before = await this.state();
		const ran = await this.answer(answers, options);
		const lines = ran.errors.trimEnd().split('\n')
			.map((line) => line.replace('retwis-admin: ', '')
				.replace(`${this.path('/answers')}`, 'file'));

		assert.deepEqual(lines, [messages, 'nothing was changed'].flat());
		assert.equal(ran.output, '');
		assert.equal(ran.status, 1);
		assert.deepEqual(await this.state(), before);
	}

	terminal() {
		return atTerminal(stack, `$ADMIN setup --root ${this.folder}`);
	}
}

const linkIn = (output) => output.match(
	/^ {5}(\S*)(\/reset\/[0-9a-f]{33,})$/m)?.slice(1);

// The titles of the list at the end.
const left = (output) => [...output.matchAll(/^\d+\. (.*)$/gm)]
	.map(([, title]) => title);

const firstLine = (output) => output.split('\n')[0];

// ---- from a file ----------------------------------------------------------

test('everything is answered by a file, and done', async () => {
	const machine = await Machine.make();
	const output = await machine.done(
		'# The first evening.\n\nname = "Tea Club"\r\n' +
		'domain=https://Club.Example.org/\nsignup=asked\nreaders=members\n' +
		'host=@Kim');

	assert.deepEqual(await settingsIn(redis), { setup: '1', name: 'Tea Club',
		signup: 'asked', readers: 'members' });
	assert.equal(machine.read(machine.site), samples.nginx()
		.replace('server_name _;', 'server_name club.example.org;'));
	assert.equal(statSync(machine.path(machine.site)).mode & 0o777, 0o644);
	assert.equal(machine.env, 'RETWIS_URL=https://club.example.org\n');
	assert.equal(statSync(machine.path('/etc/retwis/retwis.env')).mode & 0o777,
		0o600);
	assert.equal((await admin(['host'])).output, '@kim\n');
	assert.match(output, /certbot certonly --nginx -d club\.example\.org --deploy-hook 'systemctl reload nginx'\n/);
	assert.deepEqual(left(output), ['nginx does not serve the site yet:',
		'A certificate, so that nobody can read',
		'The `listen` lines with that certificate, and',
		'Make the pages read their settings again:',
		'Open this link, and choose your password. It',
		'Rules, and what you do about privacy. Write',
		'Copies of the nightly backup, and of the key in']);
	assert.deepEqual(await faults(redis), []);
});

test('nginx accepts the file', async () => {
	const machine = await Machine.make();
	const main = `${stack.var}/conf/nginx/setup-main.conf`;

	await machine.done(good);
	writeFileSync(main, readFileSync(`${stack.var}/conf/nginx/main.conf`, 'utf8')
		.replace(`${stack.var}/conf/nginx/site.conf`,
			`${stack.var}/conf/nginx/setup-site.conf`)
		.replace('web.pid', 'setup.pid'));
	writeFileSync(`${stack.var}/conf/nginx/setup-site.conf`,
		machine.read(machine.site));
	assert.match(readFileSync(main, 'utf8'), /setup-site\.conf/);
	assert.equal(checkNginx(stack, main), '');
});

test('the link lets the first host choose a password, once', async () => {
	const machine = await Machine.make();
	const [site, path] = linkIn(await machine.done({ ...good, host: 'lea' }));
	const visitor = new Visitor(url);

	assert.equal(site, 'https://club.example.org');
	assert.equal((await visitor.postRaw(path,
		{ password, password2: password })).status, 303);
	assert.equal((await visitor.get('/site')).status, 200);
	assert.equal((await new Visitor(url).get(path)).status, 410);
	const log = await visitor.get('/log');

	assert.match(log.text, /on the server/);
	assert.match(log.text, /name: Retwis → Tea Club/);
});

test('the same answers again change nothing', async () => {
	const machine = await Machine.make();

	await machine.done(good);
	const before = await machine.state();
	const output = await machine.done(good);

	assert.match(output, /^Nothing changes\.\n/);
	assert.equal(linkIn(output), undefined);
	assert.deepEqual(await machine.state(), before);
});

test('only what is answered differently changes', async () => {
	const machine = await Machine.make();

	await machine.done(good);
	machine.write('/etc/retwis/retwis.env',
		`# mine\n${machine.env}RETWIS_LAST_SEEN=off`);
	chmodSync(machine.path('/etc/retwis/retwis.env'), 0o640);
	const before = await redis('HGET', 'user:1', 'password');
	const { host, ...others } = good;
	const output = await machine.done({ ...others, domain: 'tea.example.org',
		readers: 'all' });

	assert.match(output, /^Done\./);
	assert.deepEqual(await settingsIn(redis), { setup: '1', name: 'Tea Club',
		signup: 'asked', readers: 'all' });
	assert.match(machine.read(machine.site), /server_name tea\.example\.org;/);
	assert.equal(machine.env, '# mine\nRETWIS_URL=https://tea.example.org\n' +
		'RETWIS_LAST_SEEN=off');
	assert.equal(statSync(machine.path('/etc/retwis/retwis.env')).mode & 0o777,
		0o640);
	assert.equal(await redis('HGET', 'user:1', 'password'), before);
	assert.equal((await admin(['host'])).output, `@${host}\n`);
	assert.equal(await redis('HLEN', 'users'), 1);
});

test('a domain of any script, or none', async () => {
	const machine = await Machine.make();

	await machine.done({ ...good, domain: 'MÜNCHEN.example.org' });
	assert.match(machine.read(machine.site),
		/server_name xn--mnchen-3ya\.example\.org;/);
	await machine.done({ ...good, domain: 'none' });
	assert.equal(machine.read(machine.site), samples.nginx());
	assert.match(machine.env, /^RETWIS_URL=\n/);
	assert.equal(await machine.done({ ...good, domain: 'none' }).then(firstLine),
		'Nothing changes.');
	for (const domain of ['192.168.1.5', 'teapot', 'teapot.local']) {
		const output = await machine.done({ ...good, domain });

		assert.match(machine.env, new RegExp(`^RETWIS_URL=http://${domain}\n`));
		assert.doesNotMatch(output, /certbot/);
	}
});

test('what is done already is not listed', async () => {
	const machine = await Machine.make();

	machine.write('/etc/nginx/sites-enabled/retwis.conf', '');
	machine.write('/etc/letsencrypt/live/club.example.org/fullchain.pem', '');
	await admin(['site', 'set', 'rules', 'Be kind.']);
	await admin(['site', 'set', 'privacy', 'Nothing is kept.']);
	assert.deepEqual(left(await machine.done(good)), ['Tell the web server:',
		'The `listen` lines with that certificate, and',
		'Make the pages read their settings again:',
		'Open this link, and choose your password. It',
		'Copies of the nightly backup, and of the key in']);
	machine.write(machine.site, machine.read(machine.site)
		.replace('#ssl_certificate ', 'ssl_certificate '));
	assert.deepEqual(left(await machine.done(good)),
		['Copies of the nightly backup, and of the key in']);
});

// ---- what is refused ------------------------------------------------------

test('a file with wrong answers changes nothing', async () => {
	const machine = await Machine.make();
	const wrong = (name, value, why) =>
		machine.refused({ ...good, [name]: value },
			`file:${Object.keys(good).indexOf(name) + 1}: ${name}: ${why}`);
	const domain = 'This has to be a domain, such as club.example.org: ' +
		'letters, digits, hyphens and dots, and nothing after it.';

	await wrong('name', 'x'.repeat(41),
		'This has to be one line of up to 40 characters.');
	await wrong('name', 'a\u0001b',
		'This has to be one line of up to 40 characters.');
	await wrong('signup', 'yes',
		'This has to be open, asked, invited or closed.');
	await wrong('readers', 'hosts', 'This has to be all or members.');
	for (const bad of ['a b.org', 'club.example.org:81', '-a.org', 'a..org',
		'a_b.org', 'a;b', `${'a'.repeat(64)}.org`, 'x.'.repeat(127) + 'org'])
		await wrong('domain', bad, domain);
	await wrong('domain', 'https://example.org/retwis',
		'Retwis needs a domain of its own, such as retwis.example.org: it ' +
		'cannot be a part of another site.');
	await wrong('host', 'k', 'A name must have at least 2 characters.');
	await wrong('host', 'k!', 'A name can only have the letters a to z, ' +
		'digits and _. Other letters can be in your display name, which you ' +
		'choose later.');
});

test('a password does not belong in the file', async () => {
	const machine = await Machine.make();
	const why = 'remove this line: the first host chooses a password with a ' +
		'link, and no password belongs in a file';

	for (const name of ['password', 'Passwd', 'host_password', 'secret'])
		await machine.refused({ ...good, [name]: 'hunter2' },
			`file:6: ${name}: ${why}`);
});

test('answers that are missing, unknown or twice there', async () => {
	const machine = await Machine.make();
	const text = linesOf(good);

	await machine.refused('', [
		'file: there is no answer for name, the name of the site',
		'file: there is no answer for domain, the domain; it may be none',
		'file: there is no answer for signup, who can register',
		'file: there is no answer for readers, who can read',
		'file: there is no answer for host, the first host']);
	await machine.refused({ ...good, host: '' },
		'file: there is no answer for host, the first host');
	await machine.refused({ ...good, colour: 'red' }, 'file:6: colour: this ' +
		'is no answer: there are name, domain, signup, readers and host');
	await machine.refused(`${text}name=Club\n`,
		'file:6: name: this is answered twice');
	await machine.refused(`${text}Tea\n`, 'file:6: this is not NAME=value');
	const ran = await admin(['setup', '--answers', machine.path('/none')]);

	assert.match(ran.errors, /cannot read .*\/none: No such file/);
	assert.equal(ran.status, 1);
});

test('there is one first host', async () => {
	const machine = await Machine.make();

	await machine.done(good);
	await machine.refused({ ...good, host: 'lea' }, 'file:5: host: The site ' +
		'has a host already, @kim. To make another one, run retwis-admin host.');
	await machine.done({ ...good, host: '@KIM' });
});

// A lost connection, after each command in turn.
test('what was interrupted is finished by the next run', async () => {
	const machine = await Machine.make();

	machine.write('/answers', linesOf(good));
	const commands = await atEachCommand(stack, machine.words, {
		prepare: () => {},
		meanwhile: cut,
		check: async (ran) => {
			const output = await machine.done(good);

			assert.ok(linkIn(ran.output) || linkIn(output) ||
				output.endsWith('yet: retwis-admin reset kim\n'));
			assert.equal((await admin(['host'])).output, '@kim\n');
			assert.equal(await redis('HLEN', 'users'), 1);
		},
	});

	assert.ok(commands > 10, `only ${commands} commands`);
});

test('without a folder for it there is no domain', async () => {
	const machine = await Machine.make();
	const { domain, ...others } = good;

	rmSync(machine.path('/etc'), { recursive: true });
	await machine.refused({ ...good, domain }, 'file:2: domain: There is no ' +
		'folder /etc/retwis for it here: give the domain where you start the ' +
		'site, as SITE and RETWIS_URL.');
	assert.deepEqual(left(await machine.done(others)),
		['Open this link, and choose your password. It',
			'Rules, and what you do about privacy. Write']);
	assert.equal(firstLine(await machine.done(others)), 'Nothing changes.');
});

test('a name that somebody else has had', async () => {
	const machine = await Machine.make();

	await member(url, 'mia');
	await admin(['delete', '--yes', 'mia']);
	await machine.refused({ ...good, host: 'mia' }, 'file:5: host: A member ' +
		'@mia has left: to make the name available again, run retwis-admin ' +
		'release.');
});

test('what the server has locked stays as it is', async () => {
	const machine = await Machine.make();
	const env = { RETWIS_LOCKED: 'readers', RETWIS_READERS: 'all' };
	const { readers, ...others } = good;

	await machine.refused(good, 'file:4: readers: readers is locked by ' +
		'RETWIS_LOCKED: change it in the settings of this server', { env });
	assert.equal(readers, 'members');
	await machine.done({ ...others, readers: 'all' }, { env });
	await machine.done(others, { env });
	assert.deepEqual(await settingsIn(redis),
		{ setup: '1', name: 'Tea Club', signup: 'asked' });
});

test('what the settings say already is not stored', async () => {
	const machine = await Machine.make();

	machine.write('/etc/retwis/retwis.env',
		"RETWIS_URL='http://club.example.org:81'\n");
	await machine.done(good, { env: { RETWIS_SIGNUP: 'asked',
		RETWIS_NAME: 'Tea Club', RETWIS_READERS: 'members' } });
	assert.deepEqual(await settingsIn(redis), {});
	assert.equal(machine.env, "RETWIS_URL='http://club.example.org:81'\n");
});

test('a member becomes the first host, and may need no link', async () => {
	const machine = await Machine.make();
	const olga = await member(url, 'olga');
	const output = await machine.done({ ...good, host: 'olga' });

	assert.equal((await admin(['host'])).output, '@olga\n');
	assert.equal(linkIn(output)[0], 'https://club.example.org');
	assert.equal((await olga.get('/site')).status, 200);
});

test('nobody becomes the host who waits for approval', async () => {
	const machine = await Machine.make();

	await member(url, 'pia');
	for (const standing of ['waiting', 'suspended']) {
		await redis('HSET', 'user:1', 'standing', standing);
		await machine.refused({ ...good, host: 'pia' }, 'file:5: host: This ' +
			'member waits for approval, or is suspended.');
	}
});

test('who may not write there', async () => {
	const machine = await Machine.make();
	const words = ['setup', '--answers', machine.path('/answers'),
		'--root', machine.folder];

	machine.write('/answers', '');
	for (const folder of ['', '/etc', '/etc/retwis'])
		chmodSync(machine.path(folder), 0o555);
	const ran = process.getuid() ? await admin(words)
		: await run('setpriv', ['--reuid=65534', '--clear-groups', program,
			...words], placesOf(stack));

	chmodSync(machine.path(''), 0o755);
	chmodSync(machine.path('/etc/retwis'), 0o755);
	assert.match(ran.errors,
		/cannot write into .*\/etc\/retwis: Permission denied; run it as root\n/);
	assert.equal(ran.status, 1);
});

test('without a terminal and without a file', async () => {
	const before = await dump(redis);
	const ran = await admin(['setup'], { input: 'Tea Club\n' });

	assert.equal(ran.errors, 'retwis-admin: there is no terminal to ask on: ' +
		'setup takes its answers from a file with --answers; see retwis-admin ' +
		'--help\n');
	assert.equal(ran.status, 2);
	assert.deepEqual(await dump(redis), before);
});

// ---- the web server -------------------------------------------------------

test('a file that the host has edited is not touched', async () => {
	const machine = await Machine.make();
	const mine = samples.nginx().replace('limit_conn retwis_requests',
		'# Mine.\n\tlimit_conn retwis_requests');

	machine.write(machine.site, mine);
	const output = await machine.done(good);

	assert.equal(machine.read(machine.site), mine);
	assert.match(output, /^1\. The domain in the web server's file/m);
	assert.match(output, /^ {5}server_name club\.example\.org;$/m);
	assert.match(output, /^ {5}\/etc\/retwis\/nginx\/site\.conf$/m);
	const named = mine.replace('server_name _;',
		'server_name club.example.org www.example.org;');

	machine.write(machine.site, named);
	assert.doesNotMatch(await machine.done(good), /The domain in the web/);
	// Two names are the host's as well.
	machine.write(machine.site, samples.nginx().replace('server_name _;',
		'server_name club.example.org www.example.org;'));
	assert.match(await machine.done({ ...good, domain: 'tea.example.org' }),
		/The domain in the web server's file/);
	assert.match(machine.read(machine.site), /www\.example\.org/);
});

test('a link to another file is left alone', async () => {
	const machine = await Machine.make();

	machine.write('/elsewhere.conf', samples.nginx());
	rmSync(machine.path(machine.site));
	symlinkSync(machine.path('/elsewhere.conf'), machine.path(machine.site));
	await machine.done(good);
	assert.equal(machine.read('/elsewhere.conf'), samples.nginx());
});

test('a file that is not there yet is made', async () => {
	const machine = await Machine.make();

	rmSync(machine.path(machine.site));
	await machine.done({ ...good, domain: 'none' });
	assert.equal(machine.read(machine.site), samples.nginx());
	assert.equal(statSync(machine.path(machine.site)).mode & 0o777, 0o644);
});

test('Apache, if only that is there', async () => {
	const machine = await Machine.make('apache');
	const output = await machine.done(good);

	assert.equal(machine.read(machine.site), samples.apache()
		.replace('ServerName localhost', 'ServerName club.example.org'));
	assert.match(output, /certbot certonly --webroot -w \/var\/www\/html -d club\.example\.org --deploy-hook 'systemctl reload apache2'\n/);
	assert.doesNotMatch(output, /nginx/);
	machine.write('/usr/sbin/nginx', '');
	machine.write('/etc/apache2/sites-enabled/retwis.conf', '');
	assert.doesNotMatch(await machine.done({ ...good, name: 'Club' }), /nginx/);
});

test('neither of them', async () => {
	const machine = await Machine.make();

	rmSync(machine.path('/usr/sbin/nginx'));
	assert.deepEqual(left(await machine.done(good)).slice(0, 2),
		['A web server: neither nginx nor Apache has',
			'Make the pages read their settings again:']);
	assert.equal(machine.read(machine.site), samples.nginx());
});

// ---- at a terminal --------------------------------------------------------

// What the screen says before each is typed.
async function typeAll(terminal, steps) {
	for (const [sign, typed] of steps) {
		await terminal.says(sign);
		terminal.type(typed);
	}
}

const steps = [['name of the site?', 'Tea Club\n'],
	['Which domain', 'club.example.org\n'],
	['Who can register?', 'asked\n'], ['Who can read?', 'members\n'],
	['your own name here?', 'kim\n'], ['Do this? [y/N] ', 'y\n']];

test('each is asked, and nothing happens before the yes', async () => {
	const machine = await Machine.make();
	const before = await machine.state();
	const terminal = machine.terminal();

	await typeAll(terminal, steps.slice(0, -1));
	await terminal.says('Do this? [y/N] ');
	assert.deepEqual(await machine.state(), before);
	terminal.type('yes\n');
	const { screen, status } = await terminal.ended;

	assert.equal(status, 0);
	assert.match(screen.replaceAll('\r', ''), new RegExp(
		'\nThis is going to change:\n' +
		'  the name of the site: Tea Club \\(now: Retwis\\)\n' +
		'  the domain: club.example.org \\(now: none\\)\n' +
		'  who can register: asked \\(now: open\\)\n' +
		'  who can read: members \\(now: all\\)\n' +
		'  @kim joins, and becomes the first host\n' +
		'  the file /etc/retwis/nginx/site.conf\n' +
		'  RETWIS_URL=https://club.example.org\n\n' +
		'Do this\\? \\[y/N\\] yes\nDone\\. '));
	assert.ok(linkIn(screen.replaceAll('\r', '')));
	assert.doesNotMatch(screen, /password:/i);
	assert.deepEqual(await settingsIn(redis), { setup: '1', name: 'Tea Club',
		signup: 'asked', readers: 'members' });
	assert.equal((await admin(['host'])).output, '@kim\n');
});

test('a wrong answer is asked again', async () => {
	const machine = await Machine.make();
	const terminal = machine.terminal();

	await typeAll(terminal, [['name of the site?', `${'x'.repeat(41)}\n`],
		['up to 40 characters', '\n'], ['Which domain', 'a b\n'],
		['This has to be a domain', 'none\n'], ['Who can register?', 'yes\n'],
		['open, asked, invited or closed', '\n'], ['Who can read?', 'I\n'],
		['all or members', 'members\n'], ['your own name here?', '\n'],
		['Choose a name.', 'k\n'], ['at least 2 characters', '@Kim\n'],
		['Note: anybody can register', ''], ['Do this?', 'y\n']]);
	const { status } = await terminal.ended;

	assert.equal(status, 0);
	assert.deepEqual(await settingsIn(redis), { setup: '1', readers: 'members' });
	assert.equal((await admin(['host'])).output, '@kim\n');
	assert.equal(machine.env, undefined);
});

test('Enter keeps everything, and the host is not asked again', async () => {
	const machine = await Machine.make();

	await machine.done(good);
	const before = await machine.state();
	const terminal = machine.terminal();

	await typeAll(terminal, [['[Tea Club] > ', '\n'],
		['[club.example.org] > ', '\n'], ['[asked] > ', '\n'],
		['[members] > ', '\n']]);
	const { screen, status } = await terminal.ended;

	assert.match(screen, /Nothing changes\./);
	assert.equal(status, 0);
	assert.deepEqual(await machine.state(), before);
});

// Ctrl-D ends the input, Ctrl-C the program.
test('whoever stops in the middle has changed nothing', async () => {
	const machine = await Machine.make();
	const before = await machine.state();
	const ends = [['\x04', 1], ['\x03', 130]];

	for (let at = 0; at < steps.length; at += 1)
		for (const [key, expected] of at === 5 ? [...ends, ['n\n', 1], ['\n', 1]]
			: ends) {
			const terminal = machine.terminal();

			await typeAll(terminal, [...steps.slice(0, at),
				[steps[at][0], ''], ['> ', ''], [steps[at][0], key]]);
			const { screen, status } = await terminal.ended;

			assert.equal(status, expected, screen);
			assert.equal(/nothing was changed/.test(screen), expected === 1);
			assert.deepEqual(await machine.state(), before);
		}
});
