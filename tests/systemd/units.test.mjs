// Retwis as systemd runs it, on a machine of its own and with the commands in
// docs/hosting.md: installed, restarted, with a mistake in its settings,
// restored, and removed.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, formType } from '../lib/multipart.mjs';
import { formValue } from '../lib/page.mjs';
import { noise, png } from '../lib/pictures.mjs';
import { jpeg } from '../picture/lib/files.mjs';
import { programs, root } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { boot } from './lib/container.mjs';

const PAUSE_MS = 10; // between a visitor's requests
const settings = '/etc/retwis/retwis.env';

// Pages whose address is their name. Starting all pages would take too long.
const pages = ['timeline', 'login', 'search', 'register', 'bio', 'likes',
	'follow', 'delete'];
const everywhere = pages.map((page) => `/${page}`);
const server = process.env.RETWIS_SERVER || 'redis-server';
const client = server.replace('server', 'cli');
const ours = '/usr/local/share/retwis';
const hosting = readFileSync(`${root}/docs/hosting.md`, 'utf8')
	.replaceAll('redis-cli', client).replaceAll('/usr/share/retwis', ours);

// The commands that are indented in a section, a string for each block.
function blocks(heading) {
	const [, section] = hosting.split(`\n## ${heading}\n`);

	return section.split('\n## ')[0].match(/(\n {4}.*)+/g);
}

const [, start, nginx] = blocks('Install from source');
const [apply] = blocks('Settings');
// Of a section below another one.
function blocksBelow(heading) {
	const [, section] = hosting.split(`\n### ${heading}\n`);

	return section.split(/\n###? /)[0].match(/(\n {4}.*)+/g);
}

const [nightly] = blocksBelow('Every night');
const [restore, copyBack] = blocksBelow('Restore a backup');
const moving = blocksBelow('To a new machine');
const lost = blocks('Backup and restore').at(-1);
const [stop] = hosting.match(/systemctl stop retwis.target [^`\n]*'/);
const restart = apply.slice(apply.indexOf('systemctl'));
const [watching] = hosting.match(/systemctl enable --now retwis-metrics.timer/);

const install = 'BUILD=/srv/build LIB=/usr/local/lib SBIN=/usr/local/sbin ' +
	'SHARE=/usr/local/share/retwis MAN=/usr/local/share/man DESTDIR= ' +
	'CONF=/etc/retwis /srv/retwis/conf/install';
const noContainer = 'no container boots here: ';
let visits = 0;
const site = await boot().catch((error) => error);
const skip = site instanceof Error && noContainer + site.message;

after(() => skip || site.end());

// nginx caches a visitor's page for a second, and this is a different one each
// time.
function visit(path) {
	return site.get(`${path}?visit=${visits++}`);
}

// Requests these in turn until end(), which returns all statuses.
function poll(t, paths) {
	const statuses = [];
	let over = false;
	const loop = async () => {
		for (let i = 0; !over; i++) {
			const answer = await visit(paths[i % paths.length])
				.catch((error) => ({ status: error.code }));

			statuses.push(answer.status);
			await sleep(PAUSE_MS);
		}
	};
	const done = loop();
	const end = async () => {
		over = true;
		await done;
		return statuses;
	};

	t.after(end);
	return end;
}

function failed() {
	return site.sh('systemctl --failed --plain --no-legend');
}

function state(unit) {
	return site.run(`systemctl is-active ${unit}`)
		.then(({ output }) => output.trim());
}

async function isBack() {
	return (await visit('/timeline')).status === 200;
}

test('it is installed, and pages start when they are asked for', { skip },
	async () => {
		await site.sh(`${install} install`);
		await site.sh('sed -i "s|^.listen 80;|&listen unix:/run/web.sock;|" ' +
			'/etc/retwis/nginx/site.conf; ' +
			`echo RETWIS_REDIS_TIMEOUT=2500 >>${settings}`);
		if (process.env.RETWIS_SERVER)
			await site.sh(`echo RETWIS_SERVER=${server} >>${settings}`);
		await site.sh(start);
		await site.sh(nginx);
		assert.equal(await state('retwis-page@home'), 'inactive');
		assert.equal((await visit('/')).status, 200);
		assert.equal(await state('retwis-page@home'), 'active');
		assert.equal(await state('retwis-page@timeline'), 'inactive');
		assert.equal(await failed(), '');
	});

// One after the other: a program that has only just started may miss what its
// supervisor tells it, which happened once in fifteen times.
test('a restart never hangs', { skip }, async () => {
	await site.sh('for i in $(seq 40); do timeout 60 ' +
		'systemctl restart retwis-page@login; done');
	await site.sh('systemctl restart retwis.target');
	assert.equal((await site.run('journalctl -q -b -g "timed out"')).output,
		'');
	assert.equal(await failed(), '');
});

// Whatever a stranger makes one program do, the others and Redis have enough.
test('no program takes all memory, and Redis has more of the processor', { skip },
	async () => {
		const bound = (unit, property) =>
			site.sh(`systemctl show -P ${property} ${unit}`);
		const total = 1024 * Number(readFileSync('/proc/meminfo', 'utf8')
			.match(/MemTotal: *(\d+)/)[1]);
		const units = [...readdirSync(programs).map((page) =>
			`retwis-page@${page}`), 'retwis-worker', 'retwis-live'];

		assert.ok(units.length > 25);
		for (const unit of units) {
			const memory = await bound(unit, 'MemoryMax');

			assert.ok(Math.abs(memory / total - 0.5) < 0.01,
				`${unit}: ${memory} of ${total}`);
			assert.equal(await bound(unit, 'CPUWeight'), '50', unit);
		}
		assert.equal(await bound('retwis-redis', 'MemoryMax'), 'infinity');
		assert.equal(await bound('retwis-redis', 'CPUWeight'), '[not set]');
	});

// What a program finds in Redis' folder.
async function sees(program) {
	return (await site.sh(`ls /proc/$(pgrep -f ${program} | head -n 1)/root` +
		'/var/lib/retwis')).split('\n').filter(Boolean);
}

test('only Redis can open its files', { skip }, async () => {
	const lib = '/usr/local/lib/retwis';

	assert.equal((await visit('/timeline')).status, 200);
	assert.deepEqual(await sees(`^${lib}/pages/timeline`), []);
	assert.deepEqual(await sees(`^${lib}/retwis-worker`), []);
	assert.ok((await sees(`^${server}`)).includes('appendonlydir'));
	for (const unit of ['retwis-live', 'retwis-clock'])
		assert.ok((await site.sh(`systemctl show -P InaccessiblePaths ${unit}`))
			.split(' ').includes('-/var/lib/retwis'), unit);
});

// A picture of one pixel, and what retwis-picture answers this user.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+k' +
	'cQAAAABJRU5ErkJggg==';

async function givePicture(user) {
	const { output } = await site.run('folder=$(mktemp -d); ' +
		`chown ${user} $folder; cd $folder; echo ${pixel} | base64 -d >in.png; ` +
		`chmod 644 in.png; setpriv --reuid ${user} --regid ${user} ` +
		'--clear-groups /srv/build/tests/picture/give /run/retwis/retwis-picture.sock ' +
		'mark in.png 1 2 3; stat -c %s 3');

	return output;
}

const property = (unit, name) => site.sh(`systemctl show -P ${name} ${unit}`);

test('a picture has a program of its own, for the pages alone', { skip },
	async () => {
		const unit = 'retwis-picture@1.service';

		assert.match(await givePicture('retwis'), /^ok 512 512\n[1-9]\d+\n$/);
		assert.match(await givePicture('www-data'),
			/^\/run\/retwis\/retwis-picture.sock: Permission denied\n/);
		assert.equal(await property(unit, 'MemoryMax'), `${500 << 20}`);
		assert.equal(await property(unit, 'OOMScoreAdjust'), '1000');
		assert.equal(await property(unit, 'User'), 'retwis-picture');
		assert.equal(await property(unit, 'PrivateNetwork'), 'yes');
		assert.equal(await failed(), '');
	});

// Those who are connected send nothing, so they are told after eight seconds.
test('two pictures at a time, locked in, and no third', { skip }, async () => {
	const held = site.run('setpriv --reuid retwis --regid retwis --clear-groups ' +
		"perl -MSocket -e 'for my $s (my $one, my $other) { " +
		'socket($s, AF_UNIX, SOCK_STREAM, 0); connect($s, ' +
		'sockaddr_un("/run/retwis/retwis-picture.sock")) or die; push @all, $s } ' +
		"print readline($_) for @all'");
	const pids = async () => (await site.run(
		"pgrep -f '[/]retwis-picture$'")).output.split('\n').filter(Boolean);
	const status = (pid) => site.run(`cat /proc/${pid}/status ` +
		`/proc/${pid}/oom_score_adj; stat -c %U /proc/${pid}`);

	await until('both are locked in', async () => {
		const all = await Promise.all((await pids()).map(status));

		// One filter is systemd's.
		return all.length === 2 && all.every(({ output }) =>
			/^Seccomp_filters:\t[2-9]/m.test(output) &&
			/\n1000\nretwis-picture\n$/.test(output) &&
			/^CapBnd:\t0+$/m.test(output));
	});
	assert.match(await givePicture('retwis'),
		/^(send: Broken pipe\n)?(Connection reset by peer\n)?0\n$/);
	assert.equal((await held).output, 'refused slow\nrefused slow\n');
	assert.match(await givePicture('retwis'), /^ok 512 512\n/);
	assert.equal(await failed(), '');
});

// The cookie and the form token of a new member. On a busy machine there may be no
// time to hash a password.
async function register(name) {
	let registered;

	await until('time for a password', async () => {
		registered = await site.post('/register', `username=${name}&` +
			'password=opensesame&password2=opensesame');
		return registered.status !== 429;
	});
	assert.equal(registered.status, 303, registered.text);
	const cookie = registered.headers['set-cookie']
		.map((one) => one.split(';')[0]).join('; ');
	const { text } = await site.get('/', { headers: { cookie } });

	return { cookie, csrf: formValue(text, 'csrf') };
}

function send({ cookie, csrf }, path, fields, files) {
	const all = { csrf, ...fields };
	const body = files ? encode(all, files) : `${new URLSearchParams(all)}`;
	const type = files ? formType : 'application/x-www-form-urlencoded';

	return site.get(path, { method: 'POST', body, headers: { cookie,
		'content-type': type, 'content-length': body.length } });
}

const folder = '/var/lib/retwis-pictures';
const filesOf = async () => (await site.sh(`find ${folder} -type f -name '*-*' ` +
	"-printf '%f %u %g %m\\n'")).split('\n').filter(Boolean).sort();

// The page writes them as one user, and nginx reads the large ones as another.
test('a picture comes and goes', { skip }, async () => {
	const petra = await register('petra');
	const posted = await send(petra, '/post', { status: 'Look.' },
		[['pictures', noise(900, 700)]]);
	const { text } = await site.get('/', { headers: { cookie: petra.cookie } });
	const [token] = text.match(/[0-9a-f]{32}(?=-400.webp)/);
	const id = text.match(/id="p(\d+)"/)[1];

	assert.equal(posted.status, 303, posted.text);
	assert.deepEqual(await filesOf(), ['-1200.jpg', '-1600.webp', '-400.webp',
		'-800.webp'].map((end) => `${token}${end} retwis www-data 640`));
	for (const end of ['-1200.jpg', '-1600.webp', '-400.webp']) {
		const { status, headers } = await site.get(`/picture/${token}${end}`);

		assert.equal(status, 200, end);
		assert.match(headers['content-type'], /^image\/(webp|jpeg)$/);
		assert.ok(headers['content-length'] > (end === '-400.webp' ? 1 : 65536));
	}
	assert.equal((await site.get(`/-/pictures/${token.slice(0, 2)}/` +
		`${token.slice(2, 4)}/${token}-400.webp`)).status, 404);
	assert.equal((await send(petra, '/account/face', {},
		[['face', noise(300, 200)]])).status, 303);
	assert.equal((await send(petra, '/account/face', { remove: 1 }))
		.status, 303);
	assert.equal((await send(petra, '/delete', { id })).status, 303);
	await redis('eval \'for _, job in ipairs(redis.call("ZRANGE", KEYS[1], 0, ' +
		'-1)) do redis.call("ZADD", KEYS[1], 1, job) end\' 1 {pictures}:due');
	await until('its files are gone', async () => !(await filesOf())
		.some((file) => file.startsWith(token)));
	assert.equal(await failed(), '');
});

// Four progressive JPEGs of 60 million pixels, two of them at once, on a machine of
// one gigabyte: whoever runs out of memory, it is not Redis.
test('large pictures do not take Redis down', { skip }, async (t) => {
	const pia = await register('pia');
	const large = jpeg(png(10000, 5990), '--interlace');
	const end = site.limitMemory(1 << 30);

	if (!end)
		return t.skip('no groups with a limit of memory here');
	const runId = async () => (await redis('info server')).match(/run_id:\w+/)[0];
	const before = await runId();
	const posts = await Promise.all(['One', 'Two'].map((status) => send(pia,
		'/post', { status }, [['pictures', large], ['pictures', large]])));
	const after = await runId();
	const peak = end();

	assert.deepEqual(posts.map(({ status }) => status), [303, 303]);
	assert.equal(after, before);
	assert.ok(peak > 200 << 20, `${peak}`);
	assert.equal(await failed(), '');
	return undefined;
});

function isSocket(file) {
	try {
		return readlinkSync(file).startsWith('socket:');
	} catch {
		return false; // It was just closed.
	}
}

// The open sockets of the busiest process of that page. Three of them are
// systemd's: the one it listens on, and the journal twice.
async function socketsOf(page) {
	const pids = await site.run(`pgrep -f ^/usr/local/lib/retwis/pages/${page}`);
	const folders = pids.output.split('\n').filter(Boolean).map((pid) =>
		`/proc/${site.leader}/root/proc/${pid}/fd`);

	return Math.max(0, ...folders.filter(existsSync).map((folder) =>
		readdirSync(folder).filter((fd) =>
			isSocket(`${folder}/${fd}`)).length));
}

test('a request in hand is finished', { skip }, async (t) => {
	for (const order of ['restart', 'stop'])
		await t.test(order, async () => {
			await site.sh('systemctl restart retwis-page@timeline');
			t.after(() => site.run('pkill -CONT -x ' + server));
			// A program that has only just started has to connect
			// to Redis first.
			assert.equal((await visit('/timeline')).status, 200);
			await site.sh('pkill -STOP -x ' + server);
			const answers = [1, 2, 3].map(() => visit('/timeline'));

			// A connection from the web server for each, and the
			// one to Redis.
			await until('all are in hand', async () =>
				await socketsOf('timeline') >= 3 + 3 + 1);
			const done = site.sh(`systemctl ${order} retwis-page@timeline`);

			await until('it is told to end', async () =>
				await state('retwis-page@timeline') === 'deactivating');
			await site.sh('pkill -CONT -x ' + server);
			for (const answer of answers)
				assert.equal((await answer).status, 200);
			await done;
		});
	assert.equal((await visit('/timeline')).status, 200);
});

test('nobody is refused while programs are replaced', { skip }, async (t) => {
	const ends = everywhere.slice(0, 4).map((path) => poll(t, [path]));

	await site.sh(restart);
	await site.sh('systemctl try-reload-or-restart "retwis-page@*.service" ' +
		'retwis-worker retwis-live');
	await site.sh(restart);
	const statuses = (await Promise.all(ends.map((end) => end()))).flat();

	assert.ok(statuses.length > 10, `${statuses.length} answers`);
	assert.deepEqual([...new Set(statuses)], [200]);
});

// A host who has made a mistake tries again, and again.
test('a mistake in the settings is reported, and one command recovers from it', { skip },
	async () => {
		await site.sh('systemctl stop "retwis-page@*.service"');
		for (const path of everywhere.slice(0, 3))
			assert.equal((await visit(path)).status, 200);
		await site.sh(`cp -p ${settings} /root/good`);
		await site.sh(`echo RETWIS_SIGNUP=opne >>${settings}`);
		const told = await site.run(apply);

		assert.notEqual(told.status, 0);
		assert.match(told.output, /RETWIS_SIGNUP must be open, asked, invited or closed/);
		assert.equal((await visit('/timeline')).status, 200);
		for (let i = 0; i < 7; i++)
			assert.notEqual((await site.run(restart)).status, 0);
		await site.sh(`cp -p /root/good ${settings}`);
		await site.sh(apply);
		assert.equal(await failed(), '');
		for (const path of everywhere.slice(0, 3))
			assert.equal((await visit(path)).status, 200);
		assert.equal(await state('retwis-worker'), 'active');
	});

// The programs run as another user.
test('a file that only root may read is reported', { skip }, async () => {
	const file = '/usr/local/share/retwis/templates/en/post.tpl';

	await site.sh(`chmod 600 ${file}`);
	const told = await site.run('retwis-admin config');

	assert.equal(told.status, 1);
	assert.match(told.output, /post\.tpl/);
	await site.sh(`chmod 644 ${file}; retwis-admin config`);
});

test('retwis-admin reads a setting as systemd does, or says that it cannot',
	{ skip }, async () => {
		const address = 'RETWIS_REDIS=unix:retwis@/run/retwis/redis.sock';

		await site.sh(`cp -p ${settings} /root/good; printf '%s\\n' ` +
			`RETWIS_REDIS=unix:/nowhere.sock ${address} >>${settings}`);
		assert.match(await site.sh('retwis-admin metrics'), /^retwis_members/m);
		await site.sh(`echo 'RETWIS_REDIS=tcp://x:p$s@127.0.0.1:1' >>${settings}`);
		const told = await site.run('retwis-admin metrics');

		await site.sh(`cp -p /root/good ${settings}`);
		assert.equal(told.status, 1);
		assert.match(told.output,
			/the value in line \d+ of \S+ is unclear: retwis-admin config/);
	});

// A site from before the link is updated by a reload.
test('a page that is reloaded leads to the error pages', { skip }, async () => {
	assert.equal((await visit('/')).status, 200);
	await site.sh('rm /run/retwis/language; systemctl reload retwis-page@home');
	assert.equal((await site.run('readlink /run/retwis/language')).output.trim(),
		'/usr/local/share/retwis/templates/en');
	assert.equal((await visit('/static/errors/503.html')).status, 200);
});

test('a Redis that was stopped is not restarted', { skip }, async (t) => {
	await site.sh('systemctl stop "retwis-page@*.service" retwis-redis');
	const end = poll(t, everywhere);

	await until('all pages have started', async () => (await site.sh(
		'systemctl list-units --plain --no-legend "retwis-page@*.service"'))
		.split('\n').length >= pages.length);
	assert.equal(await state('retwis-redis'), 'inactive');
	await end();
	await site.sh('systemctl start retwis.target');
	await until('it is back', isBack);
});

function redis(words) {
	return site.run(`${client} -s /run/retwis/redis.sock ${words}`)
		.then(({ output }) => output.trim());
}

// After each process has sent a command again, after a restart of Redis.
async function userOfPages() {
	await until('it is back', isBack);
	return (await redis('client list')).match(/cmd=(?!client).* user=(\S+)/)[1];
}

test('Redis lets nobody do what Retwis does not need, and an older installation ' +
	'comes to that by three commands', { skip }, async () => {
	assert.equal(await userOfPages(), 'retwis');
	for (const words of ['flushall', 'config get dir', 'module list',
		'swapdb 0 1', '--user retwis --pass x scan 0'])
		assert.match(await redis(words), /NOPERM/);
	await redis('acl log reset');
	await site.sh('retwis-admin check && export ' +
		'RETWIS_REDIS=unix:/run/retwis/redis.sock && retwis-admin check');
	assert.equal(await redis('acl log'), '');
	await site.sh(`cp ${ours}/redis.conf /etc/retwis/redis.conf; ` +
		`echo RETWIS_REDIS=unix:/run/retwis/redis.sock >>${settings}; ` +
		`systemctl restart retwis-redis; ${restart}`);
	assert.equal(await userOfPages(), 'default');
	await site.sh('retwis-admin check');
	await site.sh(blocks('Who may ask Redis for what').at(-1));
	assert.equal(await userOfPages(), 'retwis');
	assert.match(await redis('flushall'), /NOPERM/);
});

const nights = '/var/backups/retwis';
const newest = async () => `${nights}/${(await site.sh(`ls ${nights}`)).split('\n')
	.at(-1)}`;
const paths = (backup) => 'SOCKET=/run/retwis/redis.sock; DATA=/var/lib/retwis; ' +
	`PICTURES=${folder}; BACKUP=${backup}; `;

test('a backup is made and a check each night, where they are switched on', { skip },
	async () => {
		const timers = async () => (await site.sh('systemctl list-timers --all ' +
			'"retwis*"')).match(/retwis-\w+\.timer/g).sort();

		assert.deepEqual(await timers(), ['retwis-backup.timer',
			'retwis-check.timer', 'retwis-clock.timer']);
		await site.sh('systemctl disable --now retwis-check.timer');
		assert.deepEqual(await timers(), ['retwis-backup.timer',
			'retwis-clock.timer']);
		await site.sh('systemctl enable --now retwis-check.timer');
		assert.equal((await timers()).length, 3);
	});

test('seven backups are kept, for nobody else to see', { skip }, async () => {
	await site.sh(`for day in 1 2 3 4 5 6 7 8 9; do mkdir ${nights}/2020-01-0` +
		`\${day}T030000Z; done; chown -R retwis: ${nights}`);
	const petra = await send(await register('pia2'), '/post', { status: 'Kept.' },
		[['pictures', noise(90, 70)]]);

	assert.equal(petra.status, 303);
	assert.match(await site.sh(nightly), /retwis-backup.timer/);
	const all = (await site.sh(`ls ${nights}`)).split('\n');
	const made = await newest();

	assert.equal(all.length, 7);
	assert.equal(all[0], '2020-01-04T030000Z');
	assert.match(made, /\/2[0-9-]{9}T\d{6}Z$/);
	assert.equal(await site.sh(`stat -c "%U %a" ${nights} ${made} ` +
		`${made}/redis.rdb ${made}/pictures/mark`),
	'retwis 700\nretwis 700\nretwis 600\nretwis 600');
	assert.equal(await site.sh(`find ${made}/pictures -name "*-400.webp" | wc -l`),
		await site.sh(`find ${folder} -name "*-400.webp" | wc -l`));
	assert.equal(await site.sh('nsenter -m -t $(systemctl show -P MainPID ' +
		`retwis-worker) ls -A ${nights}`), '');
	assert.equal(await failed(), '');
});

test('a backup that fails is seen, and takes none away', { skip }, async () => {
	const before = await site.sh(`ls ${nights}`);

	await site.sh(`mv ${folder}/mark ${folder}/away`);
	assert.notEqual((await site.run('systemctl start retwis-backup')).status, 0);
	assert.match(await failed(), /^\S* ?retwis-backup.service/);
	assert.match(await journal('retwis-backup'),
		/no backup: the pictures are away: \S+ has no file "mark"$/m);
	assert.equal(await site.sh(`ls -A ${nights}`), before);
	await site.sh(`mv ${folder}/away ${folder}/mark; ` +
		'systemctl start retwis-backup');
	assert.equal(await failed(), '');
});

test('the site is checked, and a fault is a unit that has failed', { skip },
	async () => {
		await site.sh('systemctl start retwis-check');
		assert.equal(await failed(), '');
		await redis('hset users nobody 4711');
		assert.notEqual((await site.run('systemctl start retwis-check')).status,
			0);
		assert.match(await failed(), /retwis-check.service/);
		await until('the journal has it', async () =>
			/nobody/.test(await journal('retwis-check')));
		await redis('hdel users nobody');
		await site.sh('systemctl start retwis-check');
		assert.equal(await failed(), '');
	});

test('Prometheus gets numbers, and none when there are none', { skip }, async () => {
	const where = '/var/lib/prometheus/node-exporter';

	await site.sh('systemctl start retwis-metrics');
	assert.equal((await site.run(`test -e ${where}`)).status, 1);
	await site.sh(`mkdir -p ${where}; ${watching}`);
	await until('they are there', async () =>
		(await site.run(`test -e ${where}/retwis.prom`)).status === 0);
	assert.match(await site.sh(`cat ${where}/retwis.prom`), /^retwis_members \d+$/m);
	assert.equal(await site.sh(`stat -c "%U %a" ${where}/*`), 'root 644');
	assert.equal(await failed(), '');
	await site.sh('systemctl disable --quiet --now retwis-metrics.timer; ' +
		'systemctl stop retwis-redis');
	assert.notEqual((await site.run('systemctl start retwis-metrics')).status, 0);
	assert.equal(await site.sh(`ls -A ${where}`), '');
	await site.sh('systemctl start retwis.target');
	await until('it is back', isBack);
	await site.sh('systemctl start retwis-metrics; ' +
		`grep -q ^retwis_members ${where}/retwis.prom`);
	assert.equal(await failed(), '');
});

test('a backup is restored while visitors come', { skip }, async (t) => {
	await redis('set mark before');
	await site.sh('systemctl start retwis-backup');
	const backup = await newest();

	await redis('set mark after');
	await site.sh('systemctl stop "retwis-page@*.service"');
	const end = poll(t, everywhere);

	await site.sh(stop);
	const { output } = await site.run('pgrep -u retwis -a');

	assert.equal(output, '');
	await site.sh(paths(backup) + restore);
	assert.equal((await site.run('pgrep -u retwis -a')).output, '');
	await site.sh('systemctl start retwis.target');
	assert.equal(await redis('get mark'), 'before');
	await redis('del mark');
	await until('it is back', isBack);
	// A program that was about to start when everything was stopped counts
	// as failed, as long as nobody requests that page.
	await until('nothing is wrong', async () => await failed() === '');
	await end();
	assert.equal(await failed(), '');
});

// What is in these folders is all that a machine has of a site.
test('it moves to a new machine', { skip }, async () => {
	const [leave, prepare, giveKey, begin] = moving;
	const files = await filesOf();
	const before = await key();

	assert.ok(files.length > 0);
	await site.sh(leave);
	await site.sh(`cp -a ${await newest()} /root/backup; mkdir /root/etc; ` +
		'cp -p /etc/retwis/key /etc/retwis/retwis.env /root/etc; ' +
		'systemctl stop "retwis*"; ' +
		`rm -rf /var/lib/retwis ${folder} ${nights} /etc/retwis/key`);
	await site.sh(`${start}\n${prepare}`);
	assert.notEqual(await key(), before);
	await site.sh(`cp /root/etc/* /etc/retwis; ${giveKey}`);
	assert.equal(await key(), before);
	await site.sh(paths('/root/backup') + restore + copyBack);
	await site.sh(`systemctl start nginx; ${begin}`);
	await until('it is back', isBack);
	assert.deepEqual(await filesOf(), files);
	assert.equal(await failed(), '');
});

function key() {
	return site.sh('stat -c "%U:%G %a" /etc/retwis/key; cat /etc/retwis/key');
}

test('the site has a key, and with another one nothing starts', { skip },
	async () => {
		const pages = 'systemctl restart retwis-page@timeline';
		const before = await key();

		assert.match(before, /^retwis:retwis 440\n[0-9a-f]{64}$/);
		await site.sh('cd /etc/retwis && mv key aside && ' +
			'systemctl restart retwis-key');
		assert.notEqual(await key(), before);
		assert.notEqual((await site.run(pages)).status, 0);
		const told = await site.run('retwis-admin config');

		assert.equal(told.status, 1);
		assert.match(told.output, /was written with a different key/);
		await site.sh(`cd /etc/retwis && mv aside key && ${pages}`);
		assert.equal(await key(), before);
		await until('it is back', isBack);
	});

// As when a host stops everything some seconds after the start. Redis keeps it
// waiting for a second here.
test('an interrupted check of the clock has not failed', { skip }, async () => {
	await site.sh('systemctl kill -s STOP retwis-redis; ' +
		'systemctl start --no-block retwis-clock; ' +
		"timeout 20 sh -c 'until pgrep -f \"[r]etwis-admin clock\"; " +
		"do sleep 0.02; done'; " +
		'systemctl stop retwis-clock; ' +
		'systemctl kill -s CONT retwis-redis');
	assert.equal(await failed(), '');
	await until('it is back', isBack);
});

// As `make install` on a site from before there were keys.
test('a key that is lost, or was never there, is made', { skip }, async () => {
	const before = await key();

	await site.sh(`SOCKET=/run/retwis/redis.sock; rm /etc/retwis/key\n${lost}`);
	await until('it is back', isBack);
	const after = await key();

	assert.match(after, /^retwis:retwis 440\n[0-9a-f]{64}$/);
	assert.notEqual(after, before);
	// Programs that start now would write the seal again: the running ones
	// did not.
	await site.sh('systemctl stop retwis-clock.timer retwis-clock.service');
	await until('all have started', async () => await site.sh(
		'systemctl list-units "retwis*" --plain --no-legend ' +
		'--state=activating,reloading,deactivating') === '');
	// A program that starts all the same has no key, and writes no seal.
	await site.sh('rm /etc/retwis/key');
	await redis('del seal pictures_since');
	await site.sh(`rm -f ${folder}/mark; ${install} install`);
	assert.match(await key(), /^retwis:retwis 440\n[0-9a-f]{64}$/);
	await site.sh('systemctl daemon-reload; systemctl start retwis.target; ' +
		'systemctl try-reload-or-restart "retwis-page@*.service" ' +
		'retwis-worker retwis-live; retwis-admin config');
	await until('it is back', isBack);
	assert.equal(await failed(), '');
});

function journal(identifier) {
	return site.sh(`journalctl -q -b -o cat -t ${identifier}`);
}

test('the journal has what is refused, and what hosts change', { skip },
	async () => {
		const answer = await site.post('/login',
			'username=nobody&password=guess-and-guess');

		assert.equal(answer.status, 401);
		await until('the journal has it', async () =>
			/refused: wrong name or password$/m.test(
				await journal('retwis-login')));
		assert.doesNotMatch(await journal('retwis-login'), /nobody|guess/);
		await site.sh('retwis-admin adopt');
		await until('the journal has it', async () =>
			/uid 0.*adopt/.test(await journal('retwis-admin')));
	});

// The first line that a client on that machine receives.
function ask(path) {
	return site.sh("bash -c 'exec 3<>/dev/tcp/127.0.0.1/80; " +
		`printf "GET ${path} HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n" >&3; ` +
		"head -n 1 <&3'");
}

test('a watchdog learns how it is', { skip }, async () => {
	assert.match(await ask('/health'), / 200 /);
	assert.equal((await site.get('/health')).status, 403);
	await site.sh('systemctl stop retwis-redis');
	assert.match(await ask('/health'), / 503 /);
	await site.sh('systemctl start retwis-redis');
	assert.match(await site.sh('retwis-admin metrics'), /^retwis_members \d+$/m);
});

// The worker checks once a second whose database it is.
async function isLeftAlone() {
	const before = await redis('info commandstats | grep blmove');

	await sleep(1500);
	return before === await redis('info commandstats | grep blmove');
}

test('a later layout is refused, and nothing is written', { skip }, async () => {
	const check = '/usr/local/lib/retwis/pages/home --check';
	const checkAll = `set -a; . ${ours}/retwis.env; . ${settings}; ${check}`;

	await site.sh(checkAll);
	await redis('set layout 2');
	await until('the worker lets it be', isLeftAlone);
	const told = await site.run(checkAll);
	const writes = await redis('info persistence | grep rdb_changes');

	assert.notEqual(told.status, 0);
	assert.match(told.output, /layout 2, which needs a newer Retwis/);
	assert.equal((await site.post('/register', 'username=late&' +
		'password=correct+horse+battery&password2=correct+horse+battery'))
		.status, 503);
	assert.equal(await redis('info persistence | grep rdb_changes'), writes);
	// Pages that start now report the same, and nobody waits for them in
	// vain.
	await site.sh('systemctl stop "retwis-page@*.service"');
	const began = Date.now();

	assert.equal((await site.post('/login', 'username=late&password=late'))
		.status, 503);
	assert.ok(Date.now() - began < 10000, `${Date.now() - began} ms`);
	assert.equal(await state('retwis-page@login'), 'active');
	await redis('set layout 1');
	await until('it is back', isBack);
});

const [, dropIn, network] = readFileSync(`${root}/docs/settings.md`, 'utf8')
	.match(/`(\/etc\/\S+\/tcp\.conf)`[^]*?\n\n( {4}[^]*?)\n\n/);
const elsewhere = 'RETWIS_REDIS=tcp://127.0.0.2:7007\nRETWIS_WORKERS=0\n' +
	'TZ=JST-9\n';

// A file there with this text; `>` or `>>`.
function say(text, how, file) {
	return `mkdir -p "$(dirname ${file})"; ` +
		`printf %s '${text}' ${how}${file}; `;
}

// If the settings point elsewhere, nothing else has to be configured.
test('its settings make a host one of many', { skip }, async () => {
	const again = "systemctl stop retwis.target 'retwis*'; " +
		'systemctl daemon-reload; systemctl start retwis.target';
	const other = `${client} -h 127.0.0.2 -p 7007`;

	await site.sh(`cp -p ${settings} /root/good; ` +
		`sed -i '/RETWIS_\\(REDIS\\|WORKERS\\)=/d' ${settings}; ` +
		say(elsewhere, '>>', settings) +
		say(network.replace(/^ {4}/gm, ''), '>', dropIn) +
		`systemd-run -q --unit=elsewhere ${server} --port 7007 ` +
		`--bind 127.0.0.2; ${again}`);
	await until('it is back', isBack);
	for (const unit of ['retwis-redis', 'retwis-worker'])
		assert.equal(await state(unit), 'inactive');
	await site.sh(`${other} set zone +0100/+0200; ` +
		'systemctl start retwis-clock');
	await until('the journal has it', async () =>
		/server is \+0900\/\+0900 .* site is \+0100\/\+0200/.test(
			await journal('retwis-admin')));
	await site.sh(restart);
	assert.equal(await failed(), '');
	assert.equal(await site.sh(`${other} exists seal`), '1');
	// It reads these settings itself.
	assert.match(await site.sh('retwis-admin metrics'), /^retwis_members 0$/m);
	await site.sh(`cp -p /root/good ${settings}; ` +
		`rm -r "$(dirname ${dropIn})"; systemctl stop elsewhere; ${again}`);
	for (const unit of ['retwis-redis', 'retwis-worker',
		'retwis-clock.timer'])
		assert.equal(await state(unit), 'active');
	await until('it is back', isBack);
	await site.sh('systemctl start retwis-clock');
	assert.equal(await site.sh('systemctl show -P ExecMainStatus ' +
		'retwis-clock'), '0');
});

test('an installation that is removed is gone', { skip }, async (t) => {
	const end = poll(t, everywhere);

	await site.sh(`${install} uninstall`);
	await end();
	assert.equal((await site.run('pgrep -u retwis -a')).output, '');
	assert.equal(await site.sh('find /run /etc/systemd /usr -name ' +
		'"*retwis*" -not -path "*/propagate/*"'), '');
	assert.equal(await site.sh('systemctl list-units --all --plain ' +
		'--no-legend "retwis*"'), '');
	assert.equal(await failed(), '');
	// The second time there is nothing to do, and the host's files are
	// kept.
	await site.sh(`${install} uninstall`);
	await site.sh(`test -f ${settings} && test -d /var/lib/retwis`);
});
