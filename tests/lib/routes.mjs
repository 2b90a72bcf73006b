// The table of pages and forms, src/schema/routes, as make-routes gives it:
// {pages: [{name, door, body, nginx}], addresses: [{address, page, methods}],
// forms: [{address, field, value, again, words}], hashing: [address]}.
import { readFileSync } from 'node:fs';
import { build } from './stack.mjs';

export const routes = JSON.parse(readFileSync(`${build}/routes.json`, 'utf8'));

// What the words in capitals are on a site where anna has written a post with #quiet.
// No token is like that, but an address of a feed.
const samples = { NAME: 'anna', ID: '1', TAG: 'quiet', TOKEN: '0123.atom',
	SETTING: 'password', ANYTHING: 'nothing' };

// An address of such a row, as it may be asked for.
export function sample({ address }) {
	return address.replace(/[A-Z]+/g, (word) => samples[word]);
}

// As make-routes has it for web servers: a word in capitals is any text up to the
// next slash, and at the end any text at all; ID is one letter at least.
function fits(address, path) {
	const pattern = address.replace(/[.]/g, '\\.').replace(/ID$/, '.+')
		.replace(/[A-Z]+$/, '.*').replace(/[A-Z]+/g, '[^/]*');

	return new RegExp(`^${pattern}$`).test(path);
}

// The name of the page that answers there.
export function pageOf(path) {
	const [asked] = path.split('?');
	const rows = routes.addresses;

	return (rows.find(({ address }) => address === asked) ??
		rows.find(({ address }) => fits(address, asked))).page;
}
