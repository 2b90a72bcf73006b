// Measures one page and its floors in turn, several times, and checks the
// answers.
import { request } from '../lib/http.mjs';
import { posts } from '../lib/page.mjs';
import { load } from './load.mjs';
import { homes } from './members.mjs';
import { summarize } from './table.mjs';

const WAYS = ['page', 'floor', 'kept'];

// Each side must show the right page to the right member: otherwise the numbers
// mean nothing.
async function checkShown(side, page, [session]) {
	if (page.isPost)
		return;
	const { status, text } = await request(side.stack.url, page.path,
		{ headers: { cookie: session.cookie } });
	const shown = posts(text).length;
	const isMember = text.includes('href="/notifications"');

	if (status !== 200 || shown !== page.shows || !isMember)
		throw new Error(`${page.name}: answers ${status}, ` +
			`with ${shown} posts${isMember ? '' : ', signed out'}`);
}

// Every answer to a post must correspond to a stored post.
async function checkStored(link, before, answers) {
	const stored = await link.ask('GET', 'next_post_id') - before;

	if (stored < answers)
		throw new Error(`${answers} answers, but ${stored} posts`);
}

async function measureRound(sides, page, sessions, conns, seconds) {
	const { link } = sides.page;
	const who = sessions[page.who];
	const round = {};

	await homes[page.homes]?.(sides.page, sessions);
	const before = await link.ask('GET', 'next_post_id');

	for (const way of WAYS)
		round[way] = await load(sides[way], page, who, conns, seconds);
	if (page.isPost)
		await checkStored(link, before, round.page.answers);
	return round;
}

// A second that is not counted, to warm up each side.
async function warmUp(sides, page, sessions) {
	for (const way of WAYS) {
		await checkShown(sides[way], page, sessions);
		await load(sides[way], page, sessions, 16, 1);
	}
}

/*
 * `sides` are {page, floor, kept}; see sides.mjs. Returns one row for each
 * number of connections: {page, conns} and the result of summarize().
 */
export async function measure(sides, page, sessions, plan, say) {
	const rows = [];

	await warmUp(sides, page, sessions[page.who]);
	for (const conns of page.connections ?? plan.connections) {
		const rounds = [];

		while (rounds.length < plan.rounds)
			rounds.push(await measureRound(sides, page, sessions,
				conns, plan.seconds));
		rows.push({ page, conns, ...summarize(rounds) });
		const { times, keptTimes } = rows.at(-1);

		say(`${page.name} at ${conns} connections: ` +
			`${times.all.toFixed(2)} times the floor, ` +
			`${keptTimes.all.toFixed(2)} times the kept one`);
	}
	await checkShown(sides.page, page, sessions[page.who]);
	return rows;
}
