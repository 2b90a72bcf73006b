// Every page in every language: nothing is left in English, no {value} has been
// forgotten, and the HTML is valid. The first language is made up for this test:
// there, whatever a translator sees is in brackets, and what is not is English that
// nobody could translate. LANGUAGES="de fr" in the environment: only these.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { unescapeHtml } from '../lib/page.mjs';
import { close, makePseudo, open } from '../lib/pseudo.mjs';
import { build, lean, noting, root, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { assertValidHtml } from './lib/html.mjs';
import { places } from './lib/places.mjs';
import { attack, hostileName, longName, longWord, pictureWords, populate, turning }
	from './lib/world.mjs';

// ---- what is read on a page ------------------------------------------------

// What members have written, names, and what is for machines.
const notOurs = [
	/<html[^>]*>|<title>@.*?<\/title>/g,
	/<(style|script|textarea|bdi|code|kbd|samp)\b[^>]*>.*?<\/\1>/gs,
	/<(\w+)\b[^>]* dir="(?:auto|ltr)"[^>]*>.*?<\/\1>/gs,
];
const written = [attack, hostileName, longName, longWord, turning, ...pictureWords,
	'Retwis'];
// Attributes that are shown or spoken, and the words of scripts.
const shown = /\s(?:alt|title|aria-label|aria-description|placeholder|label|data-[a-z-]+)="([^"]*)"/g;
const forMachines = /^[a-z\d/?=&._-]*$/;

const withoutOthers = (html) =>
	notOurs.reduce((text, what) => text.replace(what, ' '), html);

// Names in sentences that keep no order of their own: in an Arabic one, letters and
// signs around them would change places.
const mixed = (html) => unescapeHtml(withoutOthers(html).replace(/<[^<>]*>/g, '\n'))
	.replace(/\u2068.*?\u2069/g, '').match(/@[a-z]\w+/g) ?? [];

// What is read: the lines of the page, and each attribute.
function texts(html) {
	const ours = withoutOthers(html);
	const attributes = [...ours.matchAll(shown)].map(([, value]) => value)
		.filter((value) => !forMachines.test(value));

	return [ours.replace(/<[^<>]*>/g, '\n'), ...attributes].map((text) =>
		written.reduce((all, words) => all.replaceAll(words, ''),
			unescapeHtml(text)).replace(/[@#][\p{L}\d_]+/gu, ''));
}

const isWords = (text) => /\p{L}{2}/u.test(text);
const lines = (text) => text.split('\n').map((line) => line.trim()).filter(isWords);

async function fetchPlace(world, place) {
	const visitor = world[place.who];
	const answer = await (place.form
		? visitor.post(place.form, place.fields)
		: visitor.get(place.path));

	assert.equal(answer.status, place.status);
	return answer.text;
}

// ---- what can be translated ------------------------------------------------

const folder = temporaryFolder();

after(() => rmSync(folder, { recursive: true, force: true }));
chmodSync(folder, 0o755);
cpSync(`${build}/templates/en`, `${folder}/en`, { recursive: true });
makePseudo(folder);

// Without what is in brackets, which may be in brackets again.
function unmarked(text) {
	const inner = new RegExp(`${open}[^${open}${close}]*${close}`, 'g');
	let before;

	do {
		before = text;
		text = text.replace(inner, '');
	} while (text !== before);
	return text;
}

describe('everything can be translated', async () => {
	const stack = await startStack({ env: { ...noting, ...lean,
		RETWIS_TEMPLATES: folder, RETWIS_LANGUAGE: 'xx' } });
	const world = await populate(stack);

	for (const place of places)
		test(place.title, async () =>
			assert.deepEqual(texts(await fetchPlace(world, place))
				.map(unmarked).flatMap(lines), []));
	test('in what is read by programs', async () => {
		const { text } = await world.out.get('/manifest.json');

		assert.ok(JSON.parse(text).description.startsWith(open));
	});
});

// ---- what is translated ----------------------------------------------------

const languages = process.env.LANGUAGES?.split(' ') ??
	readdirSync(`${root}/po`).filter((name) => name.endsWith('.po'))
		.map((name) => name.slice(0, -'.po'.length));

async function site(env) {
	const stack = await startStack({ env: { ...noting, ...lean, ...env } });

	return populate(stack);
}

// The pieces between tags of these texts.
const pieces = (all) => all.flatMap((text) => text.split(/<[^>]*>/))
	.map((text) => text.trim()).filter(isWords);

// What may be on a page in this language although it is English, too: translations
// that are the same, and what has none, which `make lint` counts.
function alike(language) {
	const po = execFileSync('msgcat', ['--no-wrap', `${root}/po/${language}.po`],
		{ encoding: 'utf8' });
	const values = (entry, name) => [...entry.matchAll(
		new RegExp(`^${name} (".*")$`, 'gm'))].map(([, text]) => JSON.parse(text));
	const same = [], translations = [];

	for (const entry of po.split('\n\n')) {
		const translated = values(entry, 'msgstr(?:\\[\\d\\])?');

		translations.push(...translated);
		same.push(...values(entry, 'msgid(?:_plural)?').filter((text) =>
			translated.includes(text) || translated.includes('')));
	}
	const known = new Set(pieces(translations));
	const patterns = pieces(same).map((text) => new RegExp(`^${text
		.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`));

	return (line) => known.has(line) || patterns.some((p) => p.test(line));
}

describe('everything is translated', async () => {
	const english = await site({});
	const pages = new Map();

	for (const place of places)
		pages.set(place, new Set(texts(await fetchPlace(english, place))
			.flatMap(lines)));
	for (const language of languages) {
		const world = await site({ RETWIS_LANGUAGE: language });
		const isAlike = alike(language);
		const isLeft = (place) => (line) =>
			pages.get(place).has(line) && !isAlike(line);

		for (const place of places)
			test(`${language}: ${place.title}`, async () => {
				const html = await fetchPlace(world, place);
				const all = texts(html);

				assert.deepEqual(all.flatMap(lines).filter(isLeft(place)), []);
				assert.doesNotMatch(all[0], /\{\w+\}|\{\{|\ufffd/);
				if (html.includes('<html lang="ar" dir="rtl"'))
					assert.deepEqual(mixed(html), []);
				await assertValidHtml(html);
			});
	}
});
