// The completion of retwis-admin in bash and zsh: exactly the commands and options
// that the program has.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';
import { program } from './lib/admin.mjs';

const folder = `${root}/conf/completion`;

const say = (...words) => execFileSync(program, words, { encoding: 'utf8' });
const optionsIn = (text) => [...new Set(text.match(/--[a-z-]+/g) ?? [])].sort();

// {command: [option, ...]}
const commands = Object.fromEntries([...say('--help')
	.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) =>
	[name, optionsIn(say('help', name).split('\n\n').slice(2).join('\n\n')
		.match(/^ {2}--[a-z-]+/gm)?.join(' ') ?? '')]));

const run = (shell, ...words) => execFileSync(shell, words,
	{ encoding: 'utf8' }).split('\n').filter(Boolean).sort();

// Each shell gets the words of a command line, of which the last one is begun.
const shells = {
	bash: (...words) => run('bash', '--norc', '-c',
		`source "$1"; shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		$(complete -p retwis-admin | sed 's/.*-F \\([^ ]*\\).*/\\1/')
		printf '%s\\n' "\${COMPREPLY[@]}"`, 'bash',
		`${folder}/retwis-admin`, 'retwis-admin', ...words),
	// compadd keeps those that begin like the last word.
	zsh: (...words) => run('zsh', '-f', '-c',
		`file=$1; shift
		compadd() { shift; for word; do
			[[ $word != $last* ]] || print -r -- $word; done; }
		_files() { compadd -- *(N) }
		complete() { local -a words=("$@"); local CURRENT=$# last=$words[-1]
			source $file }
		cd ${root}; complete "$@"`, 'zsh',
		`${folder}/_retwis-admin`, 'retwis-admin', ...words),
};

for (const [name, complete] of Object.entries(shells)) {
	const skip = spawnSync(name, ['--version']).error && `there is no ${name}`;

	test(`${name} knows all commands`, { skip }, () => {
		assert.deepEqual(complete(''),
			[...Object.keys(commands), '--help', '--version'].sort());
		assert.deepEqual(complete('help', ''), Object.keys(commands).sort());
		assert.deepEqual(complete('mem'), ['member', 'members']);
		assert.deepEqual(complete('--v'), ['--version']);
	});

	test(`${name} knows the options of each`, { skip }, () => {
		for (const [command, options] of Object.entries(commands))
			assert.deepEqual(complete(command, '--'), options, command);
		assert.deepEqual(complete('suspend', '--reason', 'x', '--u'),
			['--until']);
	});

	test(`${name} knows the words after them`, { skip }, () => {
		assert.deepEqual(complete('members', '--standing', ''),
			['host', 'member', 'moderator', 'suspended', 'waiting']);
		assert.deepEqual(complete('import', '--from', ''),
			['2009', 'java', 'rb']);
		assert.deepEqual(complete('site', ''), ['get', 'set', 'unset']);
		assert.deepEqual(complete('workers', ''),
			['exit', 'log', 'pause', 'resume', 'throttle']);
		assert.deepEqual(complete('workers', 'log', ''), ['errors', 'jobs']);
		assert.deepEqual(complete('queue', 'd'), ['drop']);
		assert.deepEqual(complete('suspend', '--reason', ''), []);
		assert.deepEqual(complete('show', 'an'), []);
	});
}

test('bash splits --standing=host at its sign', () => {
	assert.deepEqual(shells.bash('members', '--standing', '=', 'mo'),
		['moderator']);
	assert.deepEqual(shells.bash('members', '--standing', '='),
		['host', 'member', 'moderator', 'suspended', 'waiting']);
});

test('the program takes the words that are completed', () => {
	for (const standing of shells.bash('members', '--standing', '')) {
		const { stderr } = spawnSync(program,
			['members', '--standing', standing], { encoding: 'utf8',
				env: { RETWIS_REDIS: 'unix:/nowhere.sock' } });

		assert.doesNotMatch(stderr, /--standing takes/);
	}
});
