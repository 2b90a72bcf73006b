// Redis does not start on a file that is damaged in the middle. The commands of
// docs/hosting.md repair it, and what was written before the damage is there.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { bodies } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { build, root, startStack, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const [look, repair] = readFileSync(`${root}/docs/hosting.md`, 'utf8')
	.split('\n### If the file is damaged\n')[1].split('\n## ')[0]
	.match(/(\n {4}.*)+/g);
const server = process.env.RETWIS_SERVER || 'redis-server';

function sh(commands, folder) {
	return spawnSync('sh', ['-c', commands.replaceAll('redis-check-aof',
		server.replace('server', 'check-aof'))],
	{ encoding: 'utf8', env: { ...process.env, DATA: `${folder}/redis` } });
}

// Some bytes in the first command after this text.
function damage(folder, after) {
	const [name] = readdirSync(folder).filter((file) => /incr\.aof$/.test(file));
	const bytes = readFileSync(`${folder}/${name}`);

	bytes.fill(0, bytes.indexOf('\n*', bytes.lastIndexOf(after)) + 1).copy(bytes);
	writeFileSync(`${folder}/${name}`, bytes);
}

test('a damaged append-only file is repaired', async () => {
	const folder = temporaryFolder();
	const stack = await startStack({ var: folder });
	const anna = await member(stack.url, 'anna');

	await anna.write('before the damage');
	await anna.write('after the damage');
	await stack.stop();
	damage(`${folder}/redis/appendonlydir`, 'before the damage');
	await assert.rejects(startStack({ var: folder }), /Redis|redis|ended/);

	const seen = sh(look, folder);

	assert.equal(seen.status, 1);
	assert.match(seen.stdout, /size=\d+, ok_up_to=\d+, .*diff=[1-9]\d*\n/);
	const mended = sh(repair.split('\n').find((line) => /--fix/.test(line)), folder);

	assert.equal(mended.status, 0, mended.stdout);
	const again = await startStack({ var: folder });

	execFileSync(`${build}/retwis-admin`, ['check', '--repair'], { stdio: 'pipe',
		env: { ...process.env, RETWIS_REDIS: again.address,
			RETWIS_KEY_FILE: `${root}/tests/lib/site.key` } });
	// It was cut in half while it was written: a worker completes it.
	await until('the post is there', async () =>
		bodies((await new Visitor(again.url).get('/@anna')).text).length, 60);
	assert.deepEqual(bodies((await new Visitor(again.url).get('/@anna')).text),
		['before the damage']);
	assert.deepEqual(readdirSync(`${folder}/redis/damaged`),
		readdirSync(`${folder}/redis/appendonlydir`));
	await again.stop();
	rmSync(folder, { recursive: true });
});
