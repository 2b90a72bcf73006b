// A language for tests: English, with brackets around each message, so that what is
// not marked for translators has none.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build, makeEnvironment, root } from './stack.mjs';

export const open = '\u27e6', close = '\u27e7';

const run = (command, args, input) => execFileSync(command, args,
	{ cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 24,
	stdio: ['pipe', 'pipe', 'pipe'] });
const filesIn = (folder, end) => readdirSync(`${root}/${folder}`,
	{ recursive: true }).filter((name) => name.endsWith(end))
	.map((name) => `${folder}/${name}`);

// No words, but what a translator says about the language.
const facts = '^(en|ltr|rtl|[01]|0123456789|٠١٢٣٤٥٦٧٨٩)$';

// Writes the language into its own folder of `languages`.
export function makePseudo(languages, name = 'xx', direction = 'ltr',
	digits = '0123456789') {
	const folder = `${languages}/${name}`;
	const mo = `${folder}/messages.mo`;
	const templates = filesIn('templates', '.tpl');
	const pages = filesIn('templates/errors', '.html');
	const pot = `${build}/retwis.pot`;

	execFileSync('make', ['-s', `B=${build}`, pot],
		{ cwd: root, env: makeEnvironment(), stdio: 'pipe' });
	const all = readFileSync(pot, 'utf8').replace(
		/nplurals=INTEGER; plural=EXPRESSION/, 'nplurals=2; plural=(n != 1)')
		.replace('charset=CHARSET', 'charset=UTF-8');
	const english = run('msgen', ['-'], all);
	const marked = run('msgfilter', ['--keep-header', 'sed', '-E',
		'-e', `s/^ltr$/${direction}/`, '-e', `s/^0123456789$/${digits}/`,
		'-e', `/${facts}/!{s/^/${open}/;s/$/${close}/}`], english);

	mkdirSync(`${folder}/errors`, { recursive: true });
	writeFileSync(`${folder}/${name}.po`, marked);
	run('msgfmt', ['-o', mo, '-'], marked);
	run('po/templates', ['check', mo]);
	writeFileSync(`${folder}/forms`, run('po/templates', ['forms', mo]));
	run('po/templates', ['expand', folder, mo, ...templates]);
	run('po/templates', ['expand', `${folder}/errors`, mo, ...pages]);
}
