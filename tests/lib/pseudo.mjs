// A language for tests: English, with brackets around each message, so that what is
// not marked for translators has none.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { root } from './stack.mjs';

export const open = '\u27e6', close = '\u27e7';

const run = (command, args, input) => execFileSync(command, args,
	{ cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 24,
	stdio: ['pipe', 'pipe', 'pipe'] });
const filesIn = (folder, end) => readdirSync(`${root}/${folder}`,
	{ recursive: true }).filter((name) => name.endsWith(end))
	.map((name) => `${folder}/${name}`);

// No words, but what a translator says about the language.
const facts = '^(en|ltr|rtl|[01]|0123456789)$';

// Writes the language into its own folder of `languages`.
export function makePseudo(languages, name = 'xx', direction = 'ltr') {
	const folder = `${languages}/${name}`;
	const mo = `${folder}/LC_MESSAGES/retwis.mo`;
	const templates = filesIn('templates', '.tpl');
	const pages = filesIn('templates/errors', '.html');
	const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' +
		'"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';
	const inC = run('xgettext', ['--from-code=UTF-8', '--language=C', '--keyword=_',
		'--keyword=N_', '--keyword=message_in:1c,2',
		'--keyword=message_plural:1,2', '--omit-header', '-o', '-',
		...filesIn('src', '.c'), ...filesIn('src', '.h')]);
	const [, ...inTemplates] = run('po/templates', ['pot', ...templates, ...pages])
		.split('\n\n');
	const all = run('msguniq', ['--use-first', '-'],
		`${header}${inTemplates.join('\n\n')}\n\n${inC}`);
	const english = run('msgen', ['-'], all);
	const marked = run('msgfilter', ['--keep-header', 'sed', '-E', '-e', 's/^ltr$/' + direction + '/',
		'-e', `/${facts}/!{s/^/${open}/;s/$/${close}/}`], english);

	mkdirSync(`${folder}/LC_MESSAGES`, { recursive: true });
	mkdirSync(`${folder}/errors`, { recursive: true });
	writeFileSync(`${folder}/${name}.po`, marked);
	run('msgfmt', ['-o', mo, '-'], marked);
	run('po/templates', ['check', mo]);
	run('po/templates', ['expand', folder, mo, ...templates]);
	run('po/templates', ['expand', `${folder}/errors`, mo, ...pages]);
}
