// Clusters of two tests that want the same port.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { root, runKept, temporaryFolder, waitForOutput } from '../lib/stack.mjs';

// Replaces shuf, which picks the ports at random: the last one of the first six
// is `port`.
function drawing(port) {
	const folder = temporaryFolder();

	writeFileSync(`${folder}/shuf`, `#!/bin/sh
PATH=\${PATH#*:}
[ "$2" = 6 ] && mkdir "$0.was" 2>/dev/null || exec shuf "$@"
shuf -n 5 -i 10000-20999
echo ${port}
`, { mode: 0o700 });
	return { PATH: `${folder}:${process.env.PATH}` };
}

test('a cluster whose port is taken leaves alone the one that has it', async () => {
	const first = await startCluster({ replicas: 1 });
	const folder = temporaryFolder();
	const second = runKept(folder, drawing(first.ports[2]),
		`${root}/tests/lib/cluster`, folder, '3', '1');

	await waitForOutput(second, 'ready');
	for (const node of first.nodes) {
		const lines = await node('CLUSTER', 'NODES');

		assert.deepEqual([...lines.matchAll(/:(\d+)@/g)]
			.map(([, port]) => Number(port)).sort(),
		[...first.ports].sort());
	}
	await first.stop();
	second.stdin.end();
});
