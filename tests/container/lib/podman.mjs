// The image of the Containerfile, built on a Debian that this machine makes, since it
// may not reach any registry of images.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { root } from '../../lib/stack.mjs';

const own = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' })
	.stdout.trim();
const baseOf = (arch) => `localhost/retwis-test-base-${arch}`;
export const imageOf = (arch) => `localhost/retwis-test-${arch}`;
export const image = imageOf(own);

// podman's own limits are higher than those that some machines allow.
const files = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })
	.stdout.trim();
const limits = files === 'unlimited' ? []
	: ['--ulimit', `nofile=${files}:${files}`, '--ulimit', 'nproc=4096:4096'];

let runtime = [];

// {status, output}; the output is that of both streams.
export async function podman(verb, ...words) {
	const child = spawn('podman', [...runtime, verb,
		.../^(run|build)$/.test(verb) ? limits : [], ...words],
	{ stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';

	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => output += text);
	const [status] = await once(child, 'close');

	return { status, output };
}

export async function mustPodman(...words) {
	const { status, output } = await podman(...words);

	if (status !== 0)
		throw new Error(`podman ${words.join(' ')}: ` +
			output.trim().split('\n').slice(-15).join('\n'));
	return output.trim();
}

// It is kept for a week, and so are the layers of the image that depend only on
// conf/packages.
async function makeBase(arch) {
	const base = baseOf(arch);
	const { output } = await podman('image', 'inspect', '-f',
		'{{.Created.Unix}}', base);

	if (Number(output) > Date.now() / 1000 - 7 * 86400)
		return;
	const made = spawn(`${root}/tests/container/base`, [arch],
		{ stdio: ['ignore', 'pipe', 'inherit'] });
	const imported = spawn('podman', ['import', '-q', '--arch', arch, '-', base],
		{ stdio: [made.stdout, 'ignore', 'inherit'] });
	const [[one], [other]] = await Promise.all([once(made, 'exit'),
		once(imported, 'exit')]);

	// Half a Debian would count as one the next time.
	if (one !== 0 || other !== 0) {
		await podman('rmi', '-f', base);
		throw new Error('no Debian for the image');
	}
}

// Which of the programs that podman starts containers with works here: crun does
// not on a machine whose control groups are of both versions.
async function findRuntime() {
	let last;

	for (const words of [[], ['--runtime', 'runc']]) {
		runtime = words;
		last = await podman('run', '--rm', baseOf(own), 'true');
		if (last.status === 0)
			return;
	}
	throw new Error(`podman cannot run anything: ${last.output.trim()}`);
}

// Why there can be no containers here, or false.
export async function reasonAgainst() {
	if (process.getuid() !== 0)
		return 'only root can make the base';
	if (spawnSync('podman', ['--version']).status !== 0)
		return 'there is no podman';
	await makeBase(own);
	return findRuntime().then(() => false, ({ message }) => message);
}

// The same for ARM. Its compiler is emulated there: with two cores, half an hour.
export function reasonAgainstArm() {
	return own === 'arm64' ? 'it is what this machine has'
		: !existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64')
			? 'there is no qemu-user-static'
			: !process.env.ALL && 'it takes half an hour: ALL=1 does it';
}

// Without a network and a root of its own, a step of the build works where the
// kernel allows neither.
export async function buildImage(arch = own) {
	await makeBase(arch);
	await mustPodman('build', '-q', '--format', 'docker', '--isolation', 'chroot',
		'--network', 'host', '--arch', arch, '--build-arg',
		`BASE=${baseOf(arch)}`, '-t', imageOf(arch), root);
}
