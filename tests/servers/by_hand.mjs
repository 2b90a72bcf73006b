// The commands of docs/hosting.md that a host types for a backup, and what shows that
// it is whole.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../lib/stack.mjs';

// The commands are the indented blocks of a section.
export function blocks(heading) {
	const [, section] = readFileSync(`${root}/docs/hosting.md`, 'utf8')
		.match(new RegExp(`\n##+ ${heading}\n(.*?)\n##`, 's'));

	return section.match(/(\n {4}.*)+/g);
}

// With the paths of that section, for the stack in this folder.
export function sh(commands, folder, backup, mirror) {
	execFileSync('sh', ['-eu', '-c', commands], { stdio: 'pipe',
		env: { ...process.env, SOCKET: `${folder}/redis.sock`,
			DATA: `${folder}/redis`, BACKUP: backup,
			PICTURES: `${folder}/pictures`, MIRROR: mirror } });
}

// What the pictures on a page answer.
export async function picturesOn(visitor, page) {
	const { text } = await visitor.get(page);
	const paths = text.match(/\/picture\/[0-9a-f]+-400\.webp/g) ?? [];
	const answers = await Promise.all(paths.map((path) => visitor.get(path)));

	return answers.map(({ status }) => status);
}
