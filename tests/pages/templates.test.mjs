// The templates keep the rules that make escaping automatic, and a program
// refuses to start with a broken one.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync }
	from 'node:fs';
import { test } from 'node:test';
import { programs, root, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { cgi, run, variables } from '../lib/program.mjs';

const stack = await startStack();
const files = readdirSync(`${root}/templates`);
const pages = readdirSync(programs);

// ctemplate passes over one that it does not know, if it begins with x-.
const modifiers = ['x-path', 'pre_escape', 'url_query_escape'];
const escapes = { 'atom.tpl': 'XML' };

for (const file of files)
	test(`${file} keeps the rules`, () => {
		const text = readFileSync(`${root}/templates/${file}`, 'utf8');
		const [first] = text.split('\n');

		assert.match(file, /^[a-z_]+\.tpl$/);
		assert.equal(first, '{{%AUTOESCAPE context="' +
			`${escapes[file] ?? 'HTML'}"}}`);
		assert.equal(text.match(/AUTOESCAPE/g).length, 1);
		const uses = [...text.matchAll(/\{\{\w+:(.*?)\}\}/g)]
			.map(([, name]) => name);

		if (file === 'kept.tpl')
			assert.deepEqual(uses, ['x-html']);
		else
			for (const name of uses)
				assert.ok(modifiers.includes(name), name);
		assert.doesNotMatch(text, /:none\b/);
		assert.doesNotMatch(text, /<script(?! src="\/static\/)/i);
		assert.doesNotMatch(text, /<style|\sstyle\s*=|\son[a-z]+\s*=/i);
		assert.doesNotMatch(text, /srcdoc|formaction|xlink:href|javascript:/i);
		assert.doesNotMatch(text, /(href|src|action)="(https?:)?\/\//i);
		assert.doesNotMatch(text, /<\/?\{\{/);
	});

for (const page of pages)
	test(`${page} --check, --help and --version`, async () => {
		const program = `${programs}/${page}`;
		const check = await run(program, ['--check']);
		const help = await run(program, ['--help']);
		const version = await run(program, ['--version']);
		const wrong = await run(program, ['--wrong']);

		assert.deepEqual([check.status, check.output, check.errors],
			[0, '', '']);
		assert.equal(help.status, 0);
		assert.match(help.output, /^Usage: .*--check/);
		assert.equal(version.status, 0);
		assert.match(version.output, /^Retwis \d+\.\d+\n$/);
		assert.equal(wrong.status, 2);
		assert.notEqual(wrong.errors, '');
	});

async function withTemplates(change, action) {
	const folder = temporaryFolder();

	try {
		cpSync(`${root}/templates`, folder, { recursive: true });
		change(folder);
		return await action(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const pragma = '{{%AUTOESCAPE context="HTML"}}\n';
const broken = [
	['a section without an end', `${pragma}\n{{#A}}\n`, /error\.tpl/],
	['an end without a section', `${pragma}\n{{/A}}\n`, /error\.tpl/],
	['a marker without an end', `${pragma}\n\n<p>{{NAME</p>\n`, /error\.tpl/],
	['a modifier that is not known', `${pragma}{{A:unknown}}\n`, /error\.tpl/],
	['no pragma', '<p>hello</p>\n', /error\.tpl.* first line/],
	['another pragma', '{{%AUTOESCAPE context="JAVASCRIPT"}}\n',
		/error\.tpl.* first line/],
];

for (const [what, text, message] of broken)
	test(`no start with ${what}`, () => withTemplates((folder) =>
		writeFileSync(`${folder}/error.tpl`, text), async (folder) => {
		for (const args of [['--check'], []]) {
			const ran = await run(`${programs}/home`, args,
				{ RETWIS_TEMPLATES: folder });

			assert.equal(ran.status, 1);
			assert.equal(ran.output, '');
			assert.match(ran.errors, message);
		}
	}));

test('no start without templates', async () => {
	const empty = temporaryFolder();
	const none = await run(`${programs}/home`, ['--check'],
		{ RETWIS_TEMPLATES: empty });

	rmSync(empty, { recursive: true });
	assert.equal(none.status, 1);
	assert.match(none.errors, /no templates/);
});

for (const file of ['layout.tpl', 'welcome.tpl', 'login_form.tpl'])
	test(`without ${file} a page is 500, and not half a page`, () =>
		withTemplates((folder) => rmSync(`${folder}/${file}`),
			async (folder) => {
				const answer = await cgi('home', { ...variables('GET',
					'/'), RETWIS_TEMPLATES: folder,
				RETWIS_REDIS: `unix:${stack.socket}` });

				assert.equal(answer.status, 500);
				assert.doesNotMatch(answer.text, /<html/);
				assert.equal(answer.headers['x-content-type-options'],
					'nosniff');
			}));

const settings = [
	[{ RETWIS_REDIS: 'localhost' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'unix:' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'tcp://host' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'tcp://host:99999' }, /RETWIS_REDIS must be/],
	[{ RETWIS_BUS: 'x' }, /RETWIS_BUS must be/],
	[{ RETWIS_SIGNUP: 'no' }, /RETWIS_SIGNUP must be open or closed/],
	[{ RETWIS_POST_MAX: '0' }, /RETWIS_POST_MAX must be a number/],
	[{ RETWIS_POST_MAX: '280x' }, /RETWIS_POST_MAX must be a number/],
	[{ RETWIS_REDIS_TIMEOUT: '60000' }, /RETWIS_REDIS_TIMEOUT must be/],
];

for (const [env, message] of settings)
	test(`no start with ${JSON.stringify(env)}`, async () => {
		const ran = await run(`${programs}/home`, ['--check'], env);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, message);
		assert.equal(ran.errors.trim().split('\n').length, 1);
	});
