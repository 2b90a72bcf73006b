// The file with which a member imports posts from another Retwis, and the form
// for it.
import { encode, formType, sendFiles } from './multipart.mjs';
import { zip } from './zipfile.mjs';

export { formType };

export const origin = '0123456789abcdef0123456789abcdef';

export const head = (more = {}) => JSON.stringify({ format: 'retwis',
	version: 1, origin, site: 'There', made: 1795260308, ...more });

export const posts = (list) => `[\n${list.map((post) =>
	JSON.stringify(post)).join(',\n')}\n]\n`;

export const post = (id, more = {}) => ({ id, time: 1300000000 + id,
	body: `then ${id}`, mentions: '', likes: 3, reposts: 0, ...more });

// The entries that matter, each a text; `more` adds some, or replaces them.
export function luggage(list, more = {}) {
	const entries = { 'retwis.json': head(), 'posts.json': posts(list),
		...more };

	return zip(Object.entries(entries).filter(([, text]) =>
		text !== undefined));
}

// A form with these fields, and then the file.
export function form(fields, file, name = 'posts.zip') {
	return encode(fields, file === undefined ? []
		: [['file', file, name, 'application/zip']]);
}

// Sends the file as the form on our own page does.
export function bring(visitor, file, fields, headers = {}) {
	return sendFiles(visitor, '/account/import', fields ?? {},
		file === undefined ? [] : [['file', file, 'posts.zip',
			'application/zip']], headers);
}
