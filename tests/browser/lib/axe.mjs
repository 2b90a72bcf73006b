// axe-core in the page that is open: what hinders people.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const source = readFileSync(createRequire(import.meta.url)
	.resolve('axe-core/axe.min.js'), 'utf8');

// Everything that is on by itself, and the size of what one taps.
const options = {
	resultTypes: ['violations'],
	rules: { 'target-size': { enabled: true } },
};

function describe({ id, help, nodes }) {
	return `${id}: ${help}: ` + nodes.map((node) => node.html +
		node.failureSummary).join('; ');
}

async function run(page) {
	const report = await page.evaluate(
		(choice) => window.axe.run(document, choice), options);

	return report.violations.map(describe);
}

export async function assertAccessible(page, title) {
	if (!await page.evaluate(() => Boolean(window.axe)))
		await page.evaluate(source);
	assert.deepEqual(await run(page), [], title);
}
