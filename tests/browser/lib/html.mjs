// HTML as the standard has it, and a little stricter.
import assert from 'node:assert/strict';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(new StaticConfigLoader({
	root: true,
	extends: [
		'html-validate:recommended', 'html-validate:document',
		'html-validate:a11y',
	],
	rules: {
		// Pages lead to our own site alone, and load nothing else.
		'allowed-links': ['error', { allowExternal: false }],
		'attr-quotes': ['error', { style: 'double', unquoted: false }],
		'class-pattern': ['error', { pattern: 'kebabcase' }],
		'id-pattern': ['error', { pattern: 'kebabcase' }],
		// A title has the name of a member, and old ones may be long.
		'long-title': ['error', { maxlength: 160 }],
		'name-pattern': ['error', { pattern:
			'^([a-z]+[0-9]?|color-scheme|theme-color)$' }],
		'no-raw-characters': ['error', { relaxed: false }],
		'no-style-tag': 'error',
		'no-unknown-elements': 'error',
		// Scripts and styles come from where the page comes from.
		'require-sri': ['error', { target: 'crossorigin' }],
	},
}));

export async function assertValidHtml(text, title) {
	const report = await validator.validateString(text);
	const found = report.results.flatMap((result) => result.messages.map(
		(m) => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`));

	assert.deepEqual(found, [], title);
}
