// The templates keep the rules that make escaping automatic, and a program
// refuses to start with a broken one.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync,
	rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { build, lean, programs, root, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { cgi, run, variables } from '../lib/program.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await startStack();
const files = readdirSync(`${root}/templates`)
	.filter((file) => file.endsWith('.tpl'));
const pages = readdirSync(programs).filter((name) => name[0] !== '.');

// ctemplate ignores a modifier that it does not know, if it begins with x-.
const modifiers = ['x-path', 'pre_escape', 'url_query_escape'];
// HTML in a feed is escaped twice: as HTML, and that as XML.
const twice = ['x-path', 'h:xml_escape'];
const escapes = { 'atom.tpl': 'XML', 'manifest.tpl': 'JSON' };

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
		else if (file === 'manifest.tpl')
			// By itself ctemplate would escape as JavaScript does.
			assert.deepEqual(uses, ['json_escape', 'json_escape']);
		else
			for (const name of uses)
				assert.ok((file === 'atom.tpl' ? twice : modifiers)
					.includes(name), name);
		assert.doesNotMatch(text, /:none\b/);
		assert.doesNotMatch(text, /<script(?! src="\/static\/)/i);
		assert.doesNotMatch(text, /\sstyle\s*=|\son[a-z]+\s*=/i);
		// A file that is read without the site contains its own style.
		assert.equal(/<style/i.test(text), file === 'export_head.tpl');
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

test('a program whose name is no page says so', async () => {
	const folder = temporaryFolder();

	copyFileSync(`${programs}/home`, `${folder}/house`);
	const ran = await run(`${folder}/house`, ['--check']);

	rmSync(folder, { recursive: true });
	assert.equal(ran.status, 1);
	assert.equal(ran.errors, 'retwis: there is no page named house\n');
});

async function withTemplates(change, action) {
	const folder = temporaryFolder();

	try {
		cpSync(`${build}/templates`, folder, { recursive: true });
		change(folder);
		return await action(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
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
		writeFileSync(`${folder}/en/error.tpl`, text), async (folder) => {
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
	assert.match(none.errors, /"en" is none of the languages in .*: none/);
});

for (const file of ['layout.tpl', 'error.tpl', 'welcome.tpl', 'login_form.tpl',
	'kept.tpl'])
	test(`no start without ${file}, which the page shows`, () =>
		withTemplates((folder) => rmSync(`${folder}/en/${file}`),
			async (folder) => {
				const ran = await run(`${programs}/home`, [], {
					...variables('GET', '/'),
					GATEWAY_INTERFACE: 'CGI/1.1',
					RETWIS_TEMPLATES: folder });

				assert.equal(ran.status, 1);
				assert.equal(ran.output, '');
				assert.match(ran.errors, new RegExp(
					`/${file}: No such file`));
			}));

// A host edits them all at once, and a running page keeps using its own copies.
test('--check looks at all templates, a start at those of the page', () =>
	withTemplates((folder) => writeFileSync(`${folder}/en/people.tpl`,
		`${pragma}{{#A}}\n`), async (folder) => {
		const check = await run(`${programs}/home`, ['--check'],
			{ RETWIS_TEMPLATES: folder });
		const answer = await cgi('home', { ...variables('GET', '/'),
			RETWIS_TEMPLATES: folder,
			RETWIS_REDIS: stack.address });

		assert.equal(check.status, 1);
		assert.match(check.errors, /people\.tpl: broken/);
		assert.equal(answer.status, 200);
	}));

// Each page and each distinct kind of answer, as [status, path, form].
const visits = [
	[200, '/'], [200, '/timeline'], [200, '/@anna'], [200, '/@anna/1'],
	[200, '/@anna/followers'], [200, '/tag/tea'], [200, '/likes'],
	[200, '/notifications'], [200, '/search?q=a'], [200, '/bio'],
	[200, '/feed'], [200, '/scheduled'], [200, '/logout'],
	[200, '/delete?id=1'], [200, '/timeline.atom'], [200, '/@anna.atom'],
	[200, '/tag/tea.atom'], [200, '/health'], [404, '/nowhere'],
	[404, '/@nobody'], [405, '/act'], [405, '/follow'],
	[422, '/post', { status: '' }], [422, '/post', { status: 'x'.repeat(999) }],
	[422, '/bio', { bio: 'x'.repeat(999) }],
	[404, '/scheduled', { id: 'x' }],
	[422, '/answer', { answer: '1.0', guests: '300' }],
	[403, '/answer', { answer: '1.0', guests: '0' }, 'stale'], [303, '/act', { like: 1 }],
	[303, '/act', { repost: 1 }], [303, '/bio', { bio: 'A line' }],
	[200, '/feed', { feed: 'new' }], [403, '/act', { like: 1 }, 'stale'],
	[403, '/act', { repost: 1 }, 'stale'], [403, '/logout', {}, 'stale'],
	[403, '/follow', { follow: 1 }, 'stale'],
	[403, '/delete', { id: 1 }, 'stale'],
	[403, '/feed', { feed: 'off' }, 'stale'],
	[403, '/scheduled', { id: 1 }, 'stale'],
	[403, '/bio', { bio: 'A line' }, 'stale'],
	[403, '/bio', { seen: 'on' }, 'stale'],
	[403, '/post', { status: 'A text' }, 'stale'],
];
const strangers = [
	[200, '/'], [200, '/login'], [200, '/register'], [200, '/timeline'],
	[401, '/post', { status: 'A text' }], [401, '/bio', { bio: 'A line' }],
	[401, '/login', { username: 'anna', password: 'wrong' }],
	[422, '/login', {}], [422, '/register', { username: '<' }],
];

async function visit(visitor, [status, path, form, stale]) {
	const csrf = stale ? { csrf: '0'.repeat(64) } : {};
	const answer = form ? await visitor.submit(path, { ...form, ...csrf })
		: await visitor.get(path);

	assert.equal(answer.status, status, `${path} ${JSON.stringify(form)}`);
}

// Programs that look for their templates in that folder.
function wrapAll(folder, templates) {
	const wrap = (name) => writeFileSync(`${folder}/${name}`, '#!/bin/sh\n' +
		`RETWIS_TEMPLATES=${templates} exec ${build}/${name} "$@"\n`,
	{ mode: 0o755 });

	// The site runs as a user of its own.
	chmodSync(folder, 0o755);
	mkdirSync(`${folder}/pages`);
	cpSync(`${build}/conf`, `${folder}/conf`, { recursive: true });
	for (const page of pages)
		wrap(`pages/${page}`);
	for (const name of ['retwis-admin', 'retwis-worker', 'retwis-live',
		'retwis-picture'])
		wrap(name);
}

test('a program has all that it shows from its start on', () =>
	withTemplates((folder) => wrapAll(folder, folder), async (folder) => {
		const lonely = await startStack({ env: { ...lean, BUILD: folder } });
		const anna = await member(lonely.url, 'anna');

		// A program starts when it gets a request.
		for (const [, path] of [...visits, ...strangers])
			await anna.get(path);
		for (const file of files)
			rmSync(`${folder}/en/${file}`);
		await anna.post('/post', { status: 'One #tea', answers: 'comes' });
		for (const one of visits)
			await visit(anna, one);
		for (const one of strangers)
			await visit(new Visitor(lonely.url), one);
		assert.equal((await anna.post('/delete', { id: 1 })).status, 303);
		await lonely.stop();
	}));

const settings = [
	[{ RETWIS_REDIS: 'localhost' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'unix:' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'tcp://host' }, /RETWIS_REDIS must be/],
	[{ RETWIS_REDIS: 'tcp://host:99999' }, /RETWIS_REDIS must be/],
	[{ RETWIS_BUS: 'x' }, /RETWIS_BUS must be/],
	[{ RETWIS_SIGNUP: 'no' },
		/RETWIS_SIGNUP must be open, asked, invited or closed/],
	[{ RETWIS_NAME: 'x'.repeat(41) }, /RETWIS_NAME must be one line of 1 to 40/],
	...['club.example.org', 'ftp://club.example.org', 'https://',
		'https://club.example.org/retwis', 'https://a b', 'https://a:x',
		'https://a/?b', 'https://user@a', 'https://[::1']
		.map((url) => [{ RETWIS_URL: url },
			/RETWIS_URL must be the address of the site, without a path/]),
	[{ RETWIS_NAME: ' ' }, /RETWIS_NAME must be one line/],
	[{ RETWIS_NAME: 'a\nb' }, /RETWIS_NAME must be one line/],
	[{ RETWIS_NAME: 'a\u202eb' }, /RETWIS_NAME must be one line/],
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
