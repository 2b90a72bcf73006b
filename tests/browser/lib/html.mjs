// Checks HTML against the standard, and is a little stricter.
import assert from 'node:assert/strict';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(new StaticConfigLoader({
	root: true,
	extends: [
		'html-validate:recommended', 'html-validate:document',
		'html-validate:a11y',
	],
	rules: {
		// Pages load nothing from other sites, and link to them only in
		// what members write.
		'allowed-links': ['error', { allowExternal:
			{ include: ['^https://example\\.org/minutes/'] } }],
		'attr-quotes': ['error', { style: 'double', unquoted: false }],
		'class-pattern': ['error', { pattern: 'kebabcase' }],
		'id-pattern': ['error', { pattern: 'kebabcase' }],
		// A title contains a member's name, and old names may be long.
		'long-title': ['error', { maxlength: 160 }],
		'name-pattern': ['error', { pattern: '^([a-z]+[0-9]?|reply_to|' +
			'post_max|edit_minutes|color-scheme|theme-color)$' }],
		'no-raw-characters': ['error', { relaxed: false }],
		'no-style-tag': 'error',
		'no-unknown-elements': 'error',
		// Scripts and styles come from the same origin as the page.
		'require-sri': ['error', { target: 'crossorigin' }],
	},
}));

// Some browsers support a button or a field only inside its form. A field that
// cannot be changed needs none.
function assertInForms(text, title) {
	const outside = text.replace(/<form .*?<\/form>/gs, '');
	const lost = outside.match(/<(button|input|select|textarea)\b[^>]*>/g) ?? [];

	assert.deepEqual(lost.filter((tag) => !/ readonly\b/.test(tag)), [], title);
	assert.doesNotMatch(text, /<[^>]* form(action)?=/, title);
}

// Several files of a form have one name, and so have several boxes.
function mayRepeat({ ruleId, message }) {
	return ruleId === 'form-dup-name' && /"(pictures|kept)"/.test(message);
}

export async function assertValidHtml(text, title) {
	assertInForms(text, title);
	// The standard allows one; the validator does not count them.
	assert.ok(text.split(' autofocus').length <= 2, title);
	const report = await validator.validateString(text);
	const found = report.results.flatMap((result) => result.messages)
		.filter((m) => !mayRepeat(m))
		.map((m) => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`);

	assert.deepEqual(found, [], title);
}
