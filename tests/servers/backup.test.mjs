// Backup and restore, with the commands in docs/hosting.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { root, startStack, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading } from '../lib/page.mjs';

// The commands are the two indented blocks of the section.
const [, section] = readFileSync(`${root}/docs/hosting.md`, 'utf8')
	.match(/\n## Backup and restore\n(.*?)\n##/s);
const [backup, restore] = section.match(/(\n {4}.*)+/g);

function sh(commands, folder, file) {
	execFileSync('sh', ['-eu', '-c', commands], { stdio: 'pipe',
		env: { ...process.env, SOCKET: `${folder}/redis.sock`,
			DATA: `${folder}/redis`, FILE: file } });
}

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
	sh(backup, folder, `${files}/backup.rdb`);
	assert.equal(statSync(`${files}/backup.rdb`).mode & 0o777, 0o600);
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
		sh(restore, copy, `${files}/backup.rdb`);
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
