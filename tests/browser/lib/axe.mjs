// axe-core in the page that is open: finds accessibility problems.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const source = readFileSync(createRequire(import.meta.url)
	.resolve('axe-core/axe.min.js'), 'utf8');

// Each complaint shows its HTML, so that axe need not compute selectors, which
// costs as much as all of its rules.
const brief = { resultTypes: ['violations'], selectors: false };

// All rules that are on by default, and the size of touch targets.
const everything = {
	...brief,
	rules: { 'target-size': { enabled: true } },
};

// What a different colour scheme can change. These rules read no style sheets.
const colours = {
	...brief,
	preload: false,
	runOnly: { type: 'rule',
		values: ['color-contrast', 'link-in-text-block'] },
};

function describe({ id, help, nodes }) {
	return `${id}: ${help}: ` + nodes.map((node) => node.html +
		node.failureSummary).join('; ');
}

async function run(page, options) {
	// Only the complaints are returned from the page: the rest is long.
	const violations = await page.evaluate((choice) => window.axe
		.run(document, choice).then((all) => all.violations), options);

	assert.deepEqual(violations.map(describe), []);
}

// Loaded into all pages of this window from now on, so that none has to wait
// for it again.
export function bringAxe(context) {
	return context.addInitScript(source);
}

// In both colour schemes.
export async function assertAccessible(page) {
	if (!await page.evaluate(() => 'axe' in window))
		await page.evaluate(source);
	await page.emulateMedia({ colorScheme: 'light' });
	await run(page, everything);
	await page.emulateMedia({ colorScheme: 'dark' });
	await run(page, colours);
}
