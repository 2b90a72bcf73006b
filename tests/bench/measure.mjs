// Measures one page and what it is compared with in turn, several times, and
// checks the answers.
import { request } from '../lib/http.mjs';
import { posts } from '../lib/page.mjs';
import { load } from './load.mjs';
import { homes } from './members.mjs';
import { summarize } from './table.mjs';

const WAYS = ['page', 'same', 'kept', 'floor', 'before', 'php'];

// What only some pages are compared with: reading pages with a floor that does
// the same work, posts with an earlier version, and some with PHP Retwis.
const isFor = { same: page => page.same, before: page => page.isPost,
	php: page => page.php };

const waysOf = (page, sides) => WAYS.filter(way =>
	sides[way] && (isFor[way] ?? (() => true))(page));

// An earlier version and PHP Retwis have members of their own.
const visitorsOf = (side, page, sessions) =>
	(side.sessions ?? sessions)[page.who];

const get = (side, page, { cookie }) =>
	request(side.stack.url, page.path, { headers: { cookie } });

// PHP Retwis has the same pages at other addresses.
const asIn = (side, page) => side.isPhp ? { ...page, path: page.php } : page;

function lookAt(side, text) {
	return side.isPhp ? { shown: text.split('class="post"').length - 1,
		isMember: text.includes('logout.php') }
		: { shown: posts(text).length,
			isMember: text.includes('href="/notifications"') };
}

// Each side must show the right page to the right member: otherwise the numbers
// mean nothing.
async function checkShown(side, page, [session]) {
	if (page.isPost)
		return;
	const { status, text } = await get(side, page, session);
	const { shown, isMember } = lookAt(side, text);

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

async function measureWay(side, page, sessions, conns, seconds) {
	const before = await side.link.ask('GET', 'next_post_id');
	const run = await load(side, page, visitorsOf(side, page, sessions),
		conns, seconds);

	if (page.isPost && side.isReal)
		await checkStored(side.link, before, run.answers);
	return run;
}

async function measureRound(sides, page, sessions, conns, seconds) {
	const round = {};

	for (const way of waysOf(page, sides)) {
		const side = sides[way];

		if (side.isReal)
			await homes[page.homes]?.(side,
				side.sessions ?? sessions);
		round[way] = await measureWay(side, asIn(side, page), sessions,
			conns, seconds);
	}
	return round;
}

async function commandsSoFar({ stack, database = stack }) {
	const stats = await database.redis('INFO', 'stats');

	return Number(stats.match(/^total_commands_processed:(\d+)/m)[1]);
}

const WARM = 16; // connections

// How many commands and bytes an answer takes under load. `slack` is the share of
// the requests that may be under way when the counting begins or ends.
async function weigh(side, page, who) {
	const { text } = await get(side, page, who[0]);
	const before = await commandsSoFar(side);
	const { answers } = await load(side, page, who, WARM, 1);

	return { commands: (await commandsSoFar(side) - before) / answers,
		bytes: Buffer.byteLength(text), slack: 2 * WARM / answers };
}

// A floor that no longer does the same work as its page would measure nothing.
export function checkSame({ name }, ours, same) {
	const slack = 0.03 + ours.slack + same.slack;

	for (const what of ['commands', 'bytes'])
		if (Math.abs(ours[what] / same[what] - 1) > slack)
			throw new Error(`${name}: an answer takes ` +
				`${ours[what].toFixed(1)} ${what}, and ` +
				`${same[what].toFixed(1)} from its floor`);
}

// A second that is not counted, to warm up each side.
async function warmUp(sides, page, sessions) {
	const weights = {};

	for (const way of waysOf(page, sides)) {
		const side = sides[way];
		const who = visitorsOf(side, page, sessions);
		const asked = asIn(side, page);

		await checkShown(side, asked, who);
		if (page.isPost)
			await load(side, asked, who, WARM, 1);
		else
			weights[way] = await weigh(side, asked, who);
	}
	if (weights.same)
		checkSame(page, weights.page, weights.same);
}

/*
 * `sides` are those of sides.mjs. Returns one row for each number of
 * connections: {page, conns} and the result of summarize().
 */
export async function measure(sides, page, sessions, plan, say) {
	const rows = [];

	await warmUp(sides, page, sessions);
	for (const conns of page.connections ?? plan.connections) {
		const rounds = [];

		while (rounds.length < plan.rounds)
			rounds.push(await measureRound(sides, page, sessions,
				conns, plan.seconds));
		rows.push({ page, conns, ...summarize(rounds) });
		say(`${page.name} at ${conns} connections: ` +
			Object.entries(rows.at(-1).times).map(([way, { all }]) =>
				`${all.toFixed(2)} times ${way}`).join(', '));
	}
	await checkShown(sides.page, page, sessions[page.who]);
	return rows;
}
