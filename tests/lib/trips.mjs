// How often pages wait for Redis, for one visitor.
import assert from 'node:assert/strict';
import { bodies } from './page.mjs';
import { cgi, variables } from './program.mjs';
import { redisProxy } from './redisproxy.mjs';

// Proxies hold answers back, and a machine may be busy.
const LONGEST_MS = '2500';

// {ask, trips, proxy} of a visitor, through a counting proxy in front of this
// stack's Redis; `who` is somebody else. There is a home timeline, as always
// except for the first time in 30 days.
export async function tripsOf({ var: folder, socket }, visitor) {
	const proxy = await redisProxy(`${folder}/proxy.sock`, socket);
	const cookie = { HTTP_COOKIE: `auth=${visitor.cookies.get('auth')}` };
	const ask = async (page, method, path, fields = {}, who = cookie,
		watch = undefined) => {
		const body = new URLSearchParams(fields).toString();

		return cgi(page, { ...variables(method, path, body),
			RETWIS_REDIS: proxy.address, HTTP_HOST: 'localhost',
			RETWIS_REDIS_TIMEOUT: LONGEST_MS, ...who }, body, watch);
	};
	// The round trips of a page, which must be correct and have this many
	// entries.
	const trips = async (page, path, shown, entries = bodies) => {
		let answer;
		const n = await proxy.trips(async (watch) => {
			answer = await ask(page, 'GET', path, {}, cookie, watch);
		});

		assert.equal(answer.status, 200, answer.errors);
		assert.equal(entries(answer.text).length, shown);
		return n;
	};

	return { ask, trips, proxy };
}
