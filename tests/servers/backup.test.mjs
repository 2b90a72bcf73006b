// Backup and restore, by the commands that docs/hosting.md gives.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { root, startStack, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading } from '../lib/page.mjs';

// The commands are what the section has indented, in its two blocks.
const [, section] = readFileSync(`${root}/docs/hosting.md`, 'utf8')
	.match(/\n## Backup and restore\n(.*?)\n##/s);
const [backup, restore] = section.match(/(\n {4}.*)+/g);

function sh(commands, folder, file) {
	execFileSync('sh', ['-eu', '-c', commands], { stdio: 'pipe',
		env: { ...process.env, SOCKET: `${folder}/redis.sock`,
			DATA: `${folder}/redis`, FILE: file } });
}

// A folder as a site of its own has left it, for the user that runs it.
async function emptySite() {
	const folder = temporaryFolder();
	const stack = await startStack({ var: folder });

	await stack.stop();
	return folder;
}

test('a backup of a running site is a site again', async () => {
	const files = temporaryFolder();
	const folder = await emptySite();
	const stack = await startStack();
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await ben.follow('anna');
	await anna.write('in the backup');
	sh(backup, stack.var, `${files}/backup.rdb`);
	await anna.write('too late');
	await stack.stop();

	sh(restore, folder, `${files}/backup.rdb`);
	const again = await startStack({ var: folder });
	const visitor = new Visitor(again.url);

	assert.equal((await visitor.login('ben')).status, 303);
	assert.deepEqual(bodies((await visitor.get('/')).text),
		['in the backup']);
	// The site goes on, and what it writes is there the next time.
	assert.equal((await visitor.write('after')).status, 303);
	await again.stop();
	const last = await startStack({ var: folder });
	const home = await new Visitor(last.url).get('/@ben');

	assert.equal(heading(home.text), '@ben');
	assert.deepEqual(bodies(home.text), ['after']);
	await last.stop();
	for (const one of [files, folder])
		rmSync(one, { recursive: true });
});

test('a copy of the data of a stopped site is a site again', async () => {
	const folder = temporaryFolder();
	const copy = temporaryFolder();
	const stack = await startStack({ var: folder });

	await (await member(stack.url, 'anna')).write('copied');
	await stack.stop();
	execFileSync('cp', ['-a', `${folder}/.`, copy]);
	const again = await startStack({ var: copy });

	assert.deepEqual(bodies((await new Visitor(again.url).get('/@anna'))
		.text), ['copied']);
	await again.stop();
	for (const one of [folder, copy])
		rmSync(one, { recursive: true });
});
