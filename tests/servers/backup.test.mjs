// A backup by hand is restored, with the commands in docs/hosting.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { sendFiles } from '../lib/multipart.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { startStack, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading } from '../lib/page.mjs';
import { blocks, picturesOn, sh } from './by_hand.mjs';

const [backup] = blocks('A backup by hand');
const [restore] = blocks('Restore a backup');
const [copyAll, sweep, copyBack] = blocks('The pictures by hand');

// What a member who signs in again sees there.
async function homeOf(url, name) {
	const visitor = new Visitor(url);

	assert.equal((await visitor.login(name)).status, 303);
	return { visitor, shown: bodies((await visitor.get('/')).text) };
}

test('the backup of a site is a site again', async (t) => {
	const [files, folder, copy] = [1, 2, 3].map(temporaryFolder);
	const stack = await startStack({ var: folder });
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await ben.follow('anna');
	await anna.write('in the backup');
	sh(backup, folder, `${files}/backup`);
	assert.equal(statSync(`${files}/backup`).mode & 0o777, 0o700);
	assert.equal(statSync(`${files}/backup/redis.rdb`).mode & 0o777, 0o600);
	await anna.write('too late');
	await stack.stop();

	await t.test('a copy of the data when it was stopped', async () => {
		execFileSync('cp', ['-a', `${folder}/.`, copy]);
		const again = await startStack({ var: copy });
		const { shown } = await homeOf(again.url, 'ben');

		assert.deepEqual(shown, ['too late', 'in the backup']);
		await again.stop();
	});

	// Into the folder of a separate site.
	await t.test('a backup while it was running', async () => {
		sh(restore, copy, `${files}/backup`);
		const again = await startStack({ var: copy });
		const { visitor, shown } = await homeOf(again.url, 'ben');

		assert.deepEqual(shown, ['in the backup']);
		// The site works, and what it writes is there the next time.
		assert.equal((await visitor.write('after')).status, 303);
		await again.stop();
		const last = await startStack({ var: copy });
		const home = await new Visitor(last.url).get('/@ben');

		assert.equal(heading(home.text), '@ben');
		assert.deepEqual(bodies(home.text), ['after']);
		await last.stop();
	});
	for (const one of [files, folder, copy])
		rmSync(one, { recursive: true });
});

test('the backup of a site has its pictures', async () => {
	const [files, folder, mirror] = [1, 2, 3].map(temporaryFolder);
	const stack = await startStack({ var: folder });
	const anna = await member(stack.url, 'anna');
	const post = (status) => sendFiles(anna, '/post', { status },
		[['pictures', png(40, 30)]]);

	assert.equal((await post('kept')).status, 303);
	assert.equal((await post('deleted later')).status, 303);
	sh(copyAll, folder, `${files}/backup`, mirror);
	await anna.submit('/delete', { id: 2 });
	for (const job of await stack.redis('ZRANGE', '{pictures}:due', 0, -1))
		await stack.redis('ZADD', '{pictures}:due', 'XX', 1, job);
	await until('its files are gone', async () =>
		await stack.redis('ZCARD', '{pictures}:due') === 0);
	sh(sweep, folder, '', mirror);
	assert.ok(existsSync(`${mirror}/now/mark`));
	await stack.stop();
	rmSync(`${folder}/pictures`, { recursive: true });
	execFileSync('install', ['-d', '-o', `${statSync(folder).uid}`,
		`${folder}/pictures`]);

	sh(restore, folder, `${files}/backup`);
	sh(copyBack, folder, '', mirror);
	const again = await startStack({ var: folder });
	const { visitor } = await homeOf(again.url, 'anna');

	assert.deepEqual(await picturesOn(visitor, '/@anna'), [200, 200]);
	await again.stop();
	for (const one of [files, folder, mirror])
		rmSync(one, { recursive: true });
});
