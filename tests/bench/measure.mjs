// One page and its floor in turn, several times, and whether that was right.
import { request } from '../lib/http.mjs';
import { posts } from '../lib/page.mjs';
import { load } from './load.mjs';
import { summarize } from './table.mjs';

// The right page, by the right member, on either side: else numbers lie.
async function checkShown(side, page, session) {
	if (page.isPost)
		return;
	const { status, text } = await request(side.stack.url, page.path,
		{ headers: { cookie: session.cookie } });
	const shown = posts(text).length;
	const isMember = text.includes('Sign out');

	if (status !== 200 || shown !== page.shows || !isMember)
		throw new Error(`${page.name}: answers ${status}, ` +
			`with ${shown} posts${isMember ? '' : ', signed out'}`);
}

// Every answer to a post must be a post that is stored.
async function checkStored(stack, before, answers) {
	const stored = await stack.redis('GET', 'next_post_id') - before;

	if (stored < answers)
		throw new Error(`${answers} answers, but ${stored} posts`);
}

async function measurePair(sides, page, session, conns, seconds) {
	const before = await sides.page.stack.redis('GET', 'next_post_id');
	const round = {};

	for (const which of ['page', 'floor'])
		round[which] = await load(sides[which], page, session, conns,
			seconds);
	if (page.isPost)
		await checkStored(sides.page.stack, before, round.page.answers);
	return round;
}

// A second that does not count, so that either side is well awake.
async function warmUp(sides, page, session, conns) {
	for (const which of ['page', 'floor']) {
		await checkShown(sides[which], page, session);
		await load(sides[which], page, session, conns, 1);
	}
}

/*
 * `sides` are the pages and the floor, each a {stack, processes}. Returns one
 * {page, conns, value, floor, times} for each number of connections.
 */
export async function measure(sides, page, session, plan, say) {
	const rows = [];

	await warmUp(sides, page, session, plan.connections[0]);
	for (const conns of plan.connections) {
		const rounds = [];

		while (rounds.length < plan.rounds)
			rounds.push(await measurePair(sides, page, session,
				conns, plan.seconds));
		rows.push({ page, conns, ...summarize(rounds) });
		say(`${page.name} at ${conns} connections: ` +
			`${rows.at(-1).times.all.toFixed(2)} times the floor`);
	}
	await checkShown(sides.page, page, session);
	return rows;
}
