// A master of a cluster dies, its replica takes over, and nobody visits the
// site meanwhile: then the first visitor of each page gets that page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const cluster = await startCluster({ replicas: 1, options: [] });
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address,
	RETWIS_PROCESSES: '1' } });
const anna = await member(stack.url, 'anna');
const csrf = await anna.csrf();
const paths = ['/', '/@anna', '/@anna/1', '/@anna/mentions', '/@anna/followers',
	'/timeline', '/tag/tag', '/notifications', '/likes', '/search?q=ann',
	'/scheduled', '/invitations', '/account', '/account/export',
	'/account/import', '/account/code', '/account/leave', '/bio', '/feed', '/delete?id=1',
	'/register', '/login', '/health'];

// Each is sent as the first of its program, too.
const forms = { '/act': { like: 1 }, '/follow': { follow: 1 } };

async function eachPage() {
	const answers = [];

	for (const path of paths)
		answers.push([path, (await anna.get(path)).status]);
	for (const [path, fields] of Object.entries(forms))
		answers.push([path,
			(await anna.postRaw(path, { ...fields, csrf })).status]);
	return answers;
}

await anna.post('/post', { status: 'With a #tag.' });
await anna.get('/');
const well = await eachPage();

function alive() {
	return Promise.all(cluster.nodes.map((node) =>
		node('PING').then(() => node, () => null)))
		.then((nodes) => nodes.filter((node) => node));
}

const text = async (node, ...words) => `${await node(...words)}`;

// All that are left agree that the cluster has recovered, without that node.
async function isWhole(gone) {
	for (const node of await alive()) {
		const ranges = await node('CLUSTER', 'SLOTS');

		if (!/cluster_state:ok/.test(await text(node, 'CLUSTER', 'INFO')) ||
			ranges.some(([, , [, port]]) => port === gone.port))
			return false;
	}
	return true;
}

async function kill(node) {
	const [, pid] = (await text(node, 'INFO', 'server'))
		.match(/process_id:(\d+)/);

	process.kill(Number(pid), 'SIGKILL');
	await until('a replica has taken over', () => isWhole(node), 60);
}

test('before, each page answers', () => {
	assert.deepEqual(well.filter(([, status]) => status >= 400), []);
});

for (const [i, name] of ['first', 'second', 'third'].entries())
	test(`the ${name} master dies, and its replica takes over`, async () => {
		await kill(cluster.nodes[i]);
		assert.deepEqual(await eachPage(), well);
	});
