// axe-core in the page that is open: what hinders people.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const source = readFileSync(createRequire(import.meta.url)
	.resolve('axe-core/axe.min.js'), 'utf8');

// A complaint shows the HTML that it is about, so that axe need not look for
// selectors, which costs as much as all of its rules.
const brief = { resultTypes: ['violations'], selectors: false };

// Everything that is on by itself, and the size of what one taps.
const everything = {
	...brief,
	rules: { 'target-size': { enabled: true } },
};

// What another colour scheme can change. These rules read no style sheets.
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
	// Only what it complains of leaves the page: the rest is long.
	const violations = await page.evaluate((choice) => window.axe
		.run(document, choice).then((all) => all.violations), options);

	assert.deepEqual(violations.map(describe), []);
}

// In all pages of this window from now on, so that none waits for it again.
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
