// Machines with networks of their own, on one bridge: a kernel namespace for
// each. A process holds each of them, and the network disappears with it,
// however the test ends.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { until } from '../lib/processes.mjs';
import { runKept, unref, waitForOutput } from '../lib/stack.mjs';

const door = new URL('../lib/door.mjs', import.meta.url).pathname;

// Why there are none here, or false.
export function noNetworks() {
	if (process.getuid() !== 0)
		return 'only root can make networks';
	const ran = spawnSync('unshare', ['-n', 'sh', '-c', 'ip link add name br0 ' +
		'type bridge && ip link add name veth0 type veth peer name veth1'],
	{ encoding: 'utf8' });

	return ran.status !== 0 && `no networks here: ${ran.stderr?.trim()}`;
}

function run(...words) {
	const ran = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });

	if (ran.status !== 0)
		throw new Error(`${words.join(' ')}: ${ran.stderr}`);
}

class Machine {
	constructor(pid) {
		this.pid = pid;
	}

	command(...words) {
		return ['nsenter', '-t', this.pid, '-n', ...words];
	}

	run(...words) {
		run(...this.command(...words));
	}

	// Ends with the test, together with the folder, if there is one.
	start(folder, env, ...words) {
		const child = runKept(folder, env, ...this.command(...words));

		unref(child);
		return child;
	}

	// Starts it and waits until it says so.
	async startAnd(sign, folder, env, ...words) {
		const child = runKept(folder, env, ...this.command(...words));
		const output = await waitForOutput(child, sign);

		unref(child);
		return { child, output };
	}
}

let count = 0;

export class Network {
	// Its files are in this folder.
	constructor(folder) {
		this.folder = folder;
	}

	async hold() {
		const file = `${this.folder}/machine${count++}`;

		unref(runKept('', {}, 'unshare', '-n', 'sh', '-c',
			'echo $$ >"$0.new"; mv "$0.new" "$0"; exec sleep infinity', file));
		await until('there is a machine', () => existsSync(file));
		const machine = new Machine(Number(readFileSync(file)));

		machine.run('ip', 'link', 'set', 'lo', 'up');
		return machine;
	}

	// The machine that is the bridge, at this address.
	async begin(address) {
		this.hub = await this.hold();
		this.hub.run('ip', 'link', 'add', 'name', 'br0', 'type', 'bridge');
		this.hub.run('ip', 'addr', 'add', `${address}/24`, 'dev', 'br0');
		this.hub.run('ip', 'link', 'set', 'br0', 'up');
		return this.hub;
	}

	async add(...addresses) {
		const machine = await this.hold();
		const here = `port${count++}`;

		run('ip', 'link', 'add', 'name', here, 'netns', this.hub.pid, 'type',
			'veth', 'peer', 'name', 'eth0', 'netns', machine.pid);
		this.hub.run('ip', 'link', 'set', here, 'master', 'br0', 'up');
		for (const address of addresses)
			machine.run('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
		machine.run('ip', 'link', 'set', 'eth0', 'up');
		return machine;
	}

	// {url, path}: how a test reaches HOST:PORT from that address of the
	// machine; a socket for those who want one.
	async door(machine, from, host, port, ...tls) {
		const path = `${this.folder}/door${count++}`;
		const server = createServer((client) => {
			const inner = connect(path);

			client.on('error', () => inner.destroy());
			inner.on('error', () => client.destroy());
			client.pipe(inner).pipe(client);
		});

		await machine.startAnd('open', '', {}, process.execPath, door, path,
			from, host, port, ...tls);
		await new Promise((done) => server.listen(0, '127.0.0.1', done));
		server.unref();
		return { path, url: `http://127.0.0.1:${server.address().port}` };
	}
}
