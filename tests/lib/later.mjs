// Scheduled posts, as members write them and as their page lists them.
import { unescapeHtml } from './page.mjs';

export const minute = 60000;
export const hour = 60 * minute;

// This many milliseconds from now, in the format of the field, in UTC.
export function at(ms) {
	return new Date(Date.now() + ms).toISOString().slice(0, 19);
}

// {id, when, body, reply, gone, due} of each.
export function waiting(html) {
	const [, list] = html.match(/<ul class="scheduled">(.*?)<\/ul>/s) ?? [];

	return (list ?? '').split('<li>').slice(1).map((one) => ({
		id: one.match(/href="\/scheduled\?id=([^"]*)"/)[1],
		when: one.match(/<time [^>]*datetime="([^"]*)"/)[1],
		body: unescapeHtml(one.match(
			/<p class="body" dir="auto"[^>]*>(.*?)<\/p>/s)[1]),
		reply: one.match(/In reply to <a href="([^"]*)"/)?.[1],
		gone: one.includes('won\'t be published'),
		due: one.includes('Due now'),
	}));
}
