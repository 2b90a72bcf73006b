// A machine with a systemd of its own, on which Retwis can be installed. The
// folder is that of tests/systemd/prepare; changes to it are discarded.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmdirSync,
	writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, programs, root, runKept, temporaryFolder, unref }
	from '../../lib/stack.mjs';
import { request } from '../../lib/http.mjs';
import { until } from '../../lib/processes.mjs';

// Two at a time would be in one another's control group.
const lock = '/run/lock/retwis-container';
const BOOT_SECONDS = 60;
// Until the one of another test has ended.
const TURN_SECONDS = 600;

function prepare() {
	const all = [...readdirSync(programs).filter((name) => !/\./.test(name))
		.map((page) => `${programs}/${page}`),
	`${build}/retwis-worker`, `${build}/retwis-live`,
	`${build}/retwis-picture`, `${build}/tests/picture/give`];
	const ran = spawnSync(`${root}/tests/systemd/prepare`, all,
		{ encoding: 'utf8' });

	if (ran.status !== 0)
		throw new Error(ran.stderr.trim().split('\n').pop());
	return ran.stdout.trim();
}

function check() {
	if (process.getuid() !== 0)
		throw new Error('only root can boot one');
	if (spawnSync('systemd-nspawn', ['--version']).status !== 0)
		throw new Error('there is no systemd-nspawn');
	// They are also missing within a chroot, and the units need them.
	if (spawnSync('unshare', ['--user', 'true']).status !== 0)
		throw new Error('no user namespaces are allowed');
	if (build.includes('-san'))
		throw new Error('the sanitizers do not bear the units\' fences');
}

// The process of its systemd, when that is listening. Before that, nspawn has
// another child for a moment.
function leaderOf(folder) {
	const ran = spawnSync('sh', ['-c', 'pgrep -P "$(cat "$0/pid")"', folder],
		{ encoding: 'utf8' });
	const leader = Number(ran.stdout);

	return leader && spawnSync('test', ['-S',
		`/proc/${leader}/root/run/systemd/private`]).status === 0 && leader;
}

class Container {
	constructor(child, leader) {
		this.child = child;
		this.leader = leader;
	}

	// The answer of a root shell there: {status, output}.
	run(command) {
		const child = spawn('nsenter', ['-t', this.leader, '-m', '-u', '-i',
			'-n', '-p', 'sh', '-c', `exec 2>&1; ${command}`]);
		let output = '';

		child.stdout.on('data', (chunk) => { output += chunk; });
		return new Promise((done) => child.once('close', (status) =>
			done({ status, output })));
	}

	// The same for commands that must succeed; returns the output.
	async sh(command) {
		const { status, output } = await this.run(`set -e; ${command}`);

		if (status !== 0)
			throw new Error(`${command}: status ${status}: ${output}`);
		return output.trim();
	}

	// A file there; write() makes its folder.
	path(file) {
		return `/proc/${this.leader}/root${file}`;
	}

	read(file) {
		return readFileSync(this.path(file), 'utf8');
	}

	write(file, text) {
		mkdirSync(dirname(this.path(file)), { recursive: true });
		writeFileSync(this.path(file), text);
	}

	// It has a separate network, and so nginx also listens on a socket.
	get(path, options = {}) {
		return request('http://localhost', path, { ...options, socketPath:
			`/proc/${this.leader}/root/run/web.sock` });
	}

	post(path, body) {
		return this.get(path, { method: 'POST', body, headers: {
			'content-type': 'application/x-www-form-urlencoded',
			'content-length': Buffer.byteLength(body),
		} });
	}

	// From now on all that runs there has so many bytes of memory together.
	// Returns a function that ends this and returns how many were used at most;
	// or null if this machine has no groups for that.
	limitMemory(bytes) {
		const [, own] = readFileSync('/proc/self/cgroup', 'utf8')
			.match(/:memory:(.*)/) ?? [];
		const group = `/sys/fs/cgroup/memory${own}/retwis-${this.leader}`;

		try {
			mkdirSync(group);
			writeFileSync(`${group}/memory.limit_in_bytes`, `${bytes}`);
		} catch {
			return null;
		}
		moveProcesses(this.leader, group);
		return () => {
			const peak = readFileSync(`${group}/memory.max_usage_in_bytes`);

			moveProcesses(this.leader, dirname(group));
			rmdirSync(group);
			return Number(peak);
		};
	}

	end() {
		return stop(this.child);
	}
}

const spaceOf = (pid) => readlinkSync(`/proc/${pid}/ns/pid`);

// What is started later is where its parent is.
function moveProcesses(leader, group) {
	for (const pid of readdirSync('/proc').filter(Number))
		try {
			if (spaceOf(pid) === spaceOf(leader))
				writeFileSync(`${group}/cgroup.procs`, pid);
		} catch (error) {
			if (!['EACCES', 'ENOENT', 'ESRCH'].includes(error.code))
				throw error;
		}
}

function stop(child) {
	child.ref();
	child.stdin.end();
	return child.exitCode === null &&
		new Promise((done) => child.once('exit', done));
}

async function wait(child, folder) {
	let errors = '';
	let leader;

	child.stderr.on('data', (chunk) => { errors += chunk; });
	try {
		await until('it is its turn', () => child.exitCode !== null ||
			existsSync(`${folder}/pid`), TURN_SECONDS);
		await until('systemd has begun', () => child.exitCode !== null ||
			(leader = leaderOf(folder)), BOOT_SECONDS);
		if (!leader)
			throw new Error(errors.trim());
	} catch (error) {
		await stop(child);
		throw error;
	}
	return new Container(child, leader);
}

// It has the project in /srv/retwis, and the programs in /srv/build.
export async function boot() {
	check();
	const cached = prepare();
	const folder = temporaryFolder();
	const child = runKept(folder, {}, 'sh', '-c',
		'exec 9>>"$0" >/dev/null && flock 9 && echo $$ >"$1/pid" && ' +
		'shift && exec "$@"', lock, folder, 'systemd-nspawn', '-q', '-D', cached,
		'--volatile=overlay', '--register=no', '--keep-unit',
		'--private-network', '--console=pipe', `--bind-ro=${root}:/srv/retwis`,
		`--bind-ro=${build}:/srv/build`, '--boot');
	const container = await wait(child, folder);

	unref(child);
	await container.run('systemctl is-system-running --wait');
	return container;
}
