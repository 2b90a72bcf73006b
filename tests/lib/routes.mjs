// The table of pages and forms, src/schema/routes, as make-routes prints it:
// {pages: [{name, door, body, nginx}], addresses: [{address, page, methods}],
// forms: [{address, field, value, again, words}], hashing: [address]}.
import { readFileSync } from 'node:fs';
import { build } from './stack.mjs';

export const routes = JSON.parse(readFileSync(`${build}/routes.json`, 'utf8'));

// Values for the words in capitals, on a site where anna has written a post
// with #quiet. No real token looks like that, but the address of a feed
// does.
const samples = { NAME: 'anna', ID: '1', TAG: 'quiet', TOKEN: '0123.atom',
	SETTING: 'password', ANYTHING: 'nothing', N: '1',
	FILE: `${'0123'.repeat(8)}-400.webp` };

// An address that matches such a row.
export function sample({ address }) {
	return address.replace(/[A-Z]+/g, (word) => samples[word]);
}

// As make-routes writes it for web servers: a word in capitals is any text up
// to the next slash, and at the end any text at all; ID is at least one letter,
// and N a number from 1 to 4.
function fits(address, path) {
	const pattern = address.replace(/[.]/g, '\\.').replace(/ID$/, '.+')
		.replace(/\/N$/, '/[1-4]').replace(/[A-Z]+$/, '.*').replace(/[A-Z]+/g, '[^/]*');

	return new RegExp(`^${pattern}$`).test(path);
}

// The row of the address that answers at this one.
export function rowOf(path) {
	const [asked] = path.split('?');
	const rows = routes.addresses;

	return rows.find(({ address }) => address === asked) ??
		rows.find(({ address }) => fits(address, asked));
}

// The name of its page.
export function pageOf(path) {
	return rowOf(path).page;
}
