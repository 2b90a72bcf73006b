// The file with which a member imports posts from another Retwis, and the form
// for it.
import { zip } from './zipfile.mjs';

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

const boundary = '----WebKitFormBoundaryAbCdEf0123456789';

// A form with these fields, and then the file, in a field of that name.
export function form(fields, file, name = 'posts.zip', field = 'file') {
	const parts = Object.entries(fields).map(([key, value]) =>
		`--${boundary}\r\nContent-Disposition: form-data; ` +
		`name="${key}"\r\n\r\n${value}\r\n`);
	const last = file === undefined ? [] : [
		`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; ` +
			`filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`,
		file, '\r\n'];

	return Buffer.concat([...parts, ...last, `--${boundary}--\r\n`]
		.map((part) => Buffer.from(part)));
}

export const formType = `multipart/form-data; boundary=${boundary}`;

// Sends the file as the form on our own page does.
export async function bring(visitor, file, fields, headers = {}) {
	const csrf = await visitor.csrf();
	const body = form(fields ?? { csrf }, file);

	return visitor.send('POST', '/account/import',
		{ 'content-type': formType, 'content-length': body.length,
			...headers }, body);
}
