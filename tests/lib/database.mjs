// Several servers that replace one Redis, if RETWIS_TEST_REDIS names a kind of
// them (lib/database).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kind = process.env.RETWIS_TEST_REDIS;

export const isMany = kind === 'cluster' || kind === 'nutcracker';

// For tests about what only a single server does: `{ skip: oneRedis }`.
export const oneRedis = isMany && `it needs one Redis, and not ${kind}`;

// For tests about the users of Redis: through a proxy all programs are the same
// user.
export const noUsers = kind === 'nutcracker' && 'Twemproxy knows no users';

function render(folder, ...files) {
	const { status, stderr } = spawnSync(`${root}/conf/render`,
		[folder, ...files], { env: { ...process.env,
			REDIS_SOCKET: '/', REDIS_DIR: '/', CONF: folder,
			DANGEROUS: '+@dangerous' } });

	if (status !== 0)
		throw new Error(`conf/render: ${stderr}`);
}

// Only the users: a file that redis-server includes.
export function writeUsers(folder) {
	render(folder, 'redis.acl');
	return `${folder}/redis.acl`;
}

// The settings of a site's Redis, except its address; with all users, like
// those of conf/stack.
function writeSettings(folder) {
	render(folder, 'redis.conf', 'redis.acl');
	const lines = readFileSync(`${folder}/redis.conf`, 'utf8').split('\n');

	writeFileSync(`${folder}/redis.conf`, lines.filter((line) =>
		!/^(port|unixsocket|dir)/.test(line))
		.concat(`include ${folder}/redis.acl`, '').join('\n'));
}

const lines = (file) => existsSync(file)
	? readFileSync(file, 'utf8').trim() : undefined;

// The address at which programs sign in; a proxy does not support users.
export const signedIn = (address) => address?.replace(/^(cluster|tcp):\/\//,
	'$&retwis:@');

// {address, bus, socket}: the values for RETWIS_REDIS and RETWIS_BUS, and where
// tests may do anything, as with one Redis. run(folder, env, ...command) is the
// function of stack.mjs.
export async function startDatabase(folder, run, until) {
	mkdirSync(`${folder}/conf`);
	writeSettings(`${folder}/conf`);
	const child = run(folder, {}, `${root}/tests/lib/database`, kind, folder,
		'--include', `${folder}/conf/redis.conf`);
	let said = '';

	child.stderr.on('data', (chunk) => { said += chunk; });
	await until(`${kind} serves`, () => {
		if (child.exitCode !== null)
			throw new Error(`${kind} has ended: ${said}`);
		return existsSync(`${folder}/redis.address`);
	});
	return { child, socket: `${folder}/redis.sock.front`,
		address: signedIn(lines(`${folder}/redis.address`)),
		bus: signedIn(lines(`${folder}/redis.bus`)) };
}
