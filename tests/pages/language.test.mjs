// Pages in another language: what translators get, what they may write, and what
// becomes of it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { build, lean, programs, root, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { cgi, run, variables } from '../lib/program.mjs';
import { close, makePseudo, open } from '../lib/pseudo.mjs';

const folder = temporaryFolder();
const stack = await startStack({ env: lean });

after(() => rmSync(folder, { recursive: true, force: true }));

const tool = (...words) => spawnSync(`${root}/po/templates`, words,
	{ encoding: 'utf8' });
const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' +
	'"Plural-Forms: nplurals=3; plural=n;\\n"\n';

function writeTemplate(text) {
	writeFileSync(`${folder}/one.tpl`, text);
	return `${folder}/one.tpl`;
}

// What translators see of a template, as [msgctxt, msgid, msgid_plural].
function messages(text) {
	const { status, stdout, stderr } = tool('pot', writeTemplate(text));

	assert.equal(status, 0, stderr);
	return stdout.split('\n\n').slice(1).filter(Boolean).map((entry) =>
		['msgctxt', 'msgid', 'msgid_plural'].map((word) => JSON.parse(
			entry.match(new RegExp(`^${word} (.*)$`, 'm'))?.[1] ?? 'null')));
}

const seen = [
	['Sign in', [null, 'Sign in', null]],
	[' Two\n\tlines ', [null, 'Two lines', null]],
	['verb|Like', ['verb', 'Like', null]],
	['Fish &amp; chips, a "b"', [null, 'Fish & chips, a "b"', null]],
	['Joined {{SINCE}}', [null, 'Joined {since}', null]],
	['{{>WHO}} at /{{NAME:x-path}}', [null, '{who} at /{name}', null]],
	['<a href="{{X}}">this</a> or <a class="b" href="y">that</a>',
		[null, '<a>this</a> or <a2>that</a2>', null]],
	['[who: <b>{{#A}}{{NAME}}{{/A}}</b>] follows you',
		[null, '{who} follows you', null]],
	['{{COUNT}} like | {{COUNT}} likes', [null, '{count} like', '{count} likes']],
	['Left: {n}', [null, 'Left: {n}', null]],
];

for (const [text, message] of seen)
	test(`a translator sees ${message.filter(Boolean).join(', ')}`, () =>
		assert.deepEqual(messages(`<p>\n[[${text}]]</p>\n`), [message]));

test('a message ends at its own brackets', () =>
	assert.deepEqual(messages('[[[a: x] y]][[y [a: x]]]'),
		[[null, '{a} y', null], [null, 'y {a}', null]]));

const wrong = [
	['[[{{#A}}x{{/A}}]]', /one\.tpl:2: a section in a message must be in a part/],
	['[[<b>x]]', /<b> is not closed/],
	['[[x</b>]]', /<\/b> closes nothing/],
	['[[<b><i>x</b></i>]]', /<\/b> closes <i>/],
	['[[a | b | c]]', /one form, or two/],
	['[[{{A}} [a: x]]]', /two different \{a\}/],
	['[[x', /\[\[ or \]\] without the other/],
	['x]]', /\[\[ or \]\] without the other/],
];

for (const [text, message] of wrong)
	test(`no template has ${text}`, () => {
		const { status, stderr } = tool('pot', writeTemplate(`\n${text}`));

		assert.notEqual(status, 0);
		assert.match(stderr, message);
	});

// ---- translations ----------------------------------------------------------

function writeMo(entries) {
	const mo = `${folder}/one.mo`;

	execFileSync('msgfmt', ['-o', mo, '-'], { input: header + entries });
	return mo;
}

const entry = (id, ...forms) => forms.length === 1
	? `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(forms[0])}\n`
	: `msgid ${JSON.stringify(id)}\nmsgid_plural ${JSON.stringify(`${id}s`)}\n` +
		forms.map((form, i) => `msgstr[${i}] ${JSON.stringify(form)}\n`).join('');

function expand(template, entries) {
	const path = writeTemplate(template);
	const into = `${folder}/out`;

	mkdirSync(into, { recursive: true });
	const { status, stderr } = tool('expand', into, writeMo(entries), path);

	assert.equal(status, 0, stderr);
	return readFileSync(`${into}/one.tpl`, 'utf8');
}

test('a template in another language', () => {
	const made = (text, ...entries) => expand(text, entries.join('\n'));

	assert.equal(made('<a title="[[Front &amp; back]]">[[No]]</a>',
		entry('Front & back', 'Vorn & "hinten"')),
	'<a title="Vorn &amp; &quot;hinten&quot;">No</a>');
	assert.equal(made('[[<a href="{{X}}">see</a> or <a>{{Y:x-path}}</a>]]',
		entry('<a>see</a> or <a2>{y}</a2>', '<a2>{y}</a2> o <a>vede</a>')),
	'<a>{{Y:x-path}}</a> o <a href="{{X}}">vede</a>');
	assert.equal(made('[[{{COUNT}} like | {{COUNT}} likes]]',
		entry('{count} like', 'nil', 'un', '{count} xs')),
	'{{#P0}}nil{{/P0}}{{#P1}}un{{/P1}}{{#P2}}{{COUNT}} xs{{/P2}}');
	// Without a translation there are English forms for all.
	assert.equal(made('[[{{COUNT}} like | {{COUNT}} likes]]'),
		'{{#P0}}{{COUNT}} like{{/P0}}{{#P1}}{{COUNT}} likes{{/P1}}' +
		'{{#P2}}{{COUNT}} likes{{/P2}}');
	assert.equal(made('{{%AUTOESCAPE context="JSON"}}\n{"a": "[[b]]"}',
		entry('b', 'x"\\y<')), '{{%AUTOESCAPE context="JSON"}}\n{"a": "x\\"\\\\y<"}');
});

test('what a translator writes is text, whatever it is', () => {
	const text = '<script>alert(1)</script>{{X}} <b onclick="x">y</b>';

	assert.doesNotMatch(expand('[[<b>a</b>]]', entry('<b>a</b>', `<b>${text}</b>`)),
		/<script|<b on/);
});

const refused = [
	['{since} is missing', entry('Joined {since}', 'Dabei')],
	['{x} is not in the English text', entry('Joined', 'Dabei {x}')],
	['<a> is missing', entry('<a>b</a>', 'b</a>')],
	['its tags do not match', entry('<a>b</a>', '</a>b<a>')],
	['{who} is missing', entry('{who} like {count}', 'a', '{who}', '{who} {count}')],
];

for (const [why, entries] of refused)
	test(`no translation in which ${why}`, () => {
		const { status, stderr } = tool('check', writeMo(entries));

		assert.notEqual(status, 0);
		assert.ok(stderr.includes(why), stderr);
	});

test('a translation may leave out a number, and isolate a name', () => {
	const { status, stderr } = tool('check', writeMo(
		entry('{count} like', 'un', '{count} xs', '{count} ys') +
		entry('{who} follows you', '<bdi>{who}</bdi> folgt')));

	assert.equal(status, 0, stderr);
});

const russian = 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && ' +
	'n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);';

function formsOf(plural) {
	execFileSync('msgfmt', ['-o', `${folder}/one.mo`, '-'],
		{ input: header.replace('nplurals=3; plural=n;', plural) });
	return tool('forms', `${folder}/one.mo`);
}

test('the form of each number', () => {
	const { status, stdout, stderr } = formsOf(russian);

	assert.equal(status, 0, stderr);
	assert.match(stdout, /^20111222222222222222201112\d{174}\n$/);
	assert.match(formsOf('nplurals=2; plural=(n != 1);').stdout, /^101{198}\n$/);
	assert.match(formsOf('nplurals=1; plural=0;').stdout, /^0{200}\n$/);
});

for (const [plural, message] of [
	['nplurals=2; plural=n/2;', /Plural-Forms are missing, or not understood/],
	['nplurals=2; plural=(n == 1000);', /the form of 1000 is not that of 100/]])
	test(`no language in which ${plural}`, () => {
		const { status, stderr } = formsOf(plural);

		assert.notEqual(status, 0);
		assert.match(stderr, message);
	});

// ---- programs --------------------------------------------------------------

const languages = `${folder}/languages`;

cpSync(`${build}/templates/en`, `${languages}/en`, { recursive: true });
makePseudo(languages);

const ask = (path, more) => cgi('home', { ...variables('GET', path),
	RETWIS_REDIS: stack.address, RETWIS_TEMPLATES: languages, ...more });

test('a site in English, and in another language', async () => {
	const english = await ask('/');
	const other = await ask('/', { RETWIS_LANGUAGE: 'xx' });

	assert.equal(english.status, 200);
	assert.equal(other.status, 200);
	assert.match(english.text, />Sign in</);
	assert.ok(other.text.includes(`>${open}Sign in${close}<`));
	assert.equal((await ask('/', { RETWIS_LANGUAGE: 'en' })).text,
		english.text);
});

for (const language of ['yy', '../en', 'en/', 'x y', '.'])
	test(`no start in the language "${language}"`, async () => {
		const { status, errors } = await run(`${programs}/home`, ['--check'],
			{ RETWIS_TEMPLATES: languages, RETWIS_LANGUAGE: language });

		assert.equal(status, 1);
		assert.ok(errors.startsWith(`retwis: RETWIS_LANGUAGE: "${language}" is ` +
			`none of the languages in ${languages}: en, xx\n`), errors);
	});

for (const file of ['messages.mo', 'forms'])
	test(`no start without ${file} of the language`, async () => {
		cpSync(`${languages}/xx`, `${languages}/zz`, { recursive: true });
		rmSync(`${languages}/zz/${file}`);
		const { status, errors } = await run(`${programs}/home`, ['--check'],
			{ RETWIS_TEMPLATES: languages, RETWIS_LANGUAGE: 'zz' });

		rmSync(`${languages}/zz`, { recursive: true });
		assert.equal(status, 1);
		assert.match(errors, /cannot read the messages of "zz"/);
	});
