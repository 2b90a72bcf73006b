/*
 * What each page may cost, and the message if it costs more.
 *
 * `who` sends the request; `shows` is how many posts the page has to contain;
 * `homes` is the state of the followers' timelines when somebody posts
 * (members.mjs). The budgets: `trips` and `commands` of one request, and the
 * processor time as a multiple of the floor and of the kept floor, where an
 * object has one budget for each number of connections.
 */
const SLACK = 1.15; // for other work on the machine, and coarse clocks

const post = { program: 'post', path: '/post', isPost: true,
	trips: 4, commands: 13, evals: 5, floor: 2.2, kept: 4.2 };

// Posting comes last, since it changes what the other pages show.
export const pagesOf = thread => [
	{ name: 'home', program: 'home', path: '/', who: 'visitor', shows: 10,
		connections: [1, 16, 100], trips: 2, commands: 18,
		floor: { 1: 1.7, 16: 1, 100: 1 }, kept: { 16: 2, 100: 2 } },
	{ name: 'timeline', program: 'timeline', path: '/timeline',
		who: 'visitor', shows: 50,
		trips: 2, commands: 60, floor: 1.7, kept: 3.4 },
	{ name: 'profile', program: 'profile', path: '/@writer',
		who: 'visitor', shows: 10,
		trips: 3, commands: 21, floor: 1.3, kept: 2.5 },
	{ name: 'profile, 1,000', program: 'profile', path: '/@writer',
		who: 'keen', shows: 10,
		trips: 3, commands: 21, floor: 1.3, kept: 2.5 },
	{ name: 'permalink', program: 'status', path: thread, who: 'visitor',
		shows: 6, trips: 2, commands: 19, floor: 1.5, kept: 3 },
	{ name: 'tag', program: 'tag', path: '/tag/tea', who: 'visitor',
		shows: 10, trips: 2, commands: 17, floor: 1.5, kept: 3 },
	{ name: 'notifications', program: 'notifications',
		path: '/notifications', who: 'writer', shows: 0,
		trips: 2, commands: 18, floor: 1.5, kept: 3 },
	{ name: 'search', program: 'search', path: '/search?q=fol',
		who: 'visitor', shows: 0,
		trips: 2, commands: 26, floor: 1.5, kept: 3 },
	{ ...post, name: 'post', who: 'writer', homes: 'made' },
	{ ...post, name: 'post, full', who: 'writer', homes: 'full' },
	{ ...post, name: 'post by fifty', who: 'all', homes: 'made' },
];

const short = n => Number.isInteger(n) ? String(n) : n.toFixed(2);

// A sentence if `value` exceeds `budget` by too much: a list with one element
// or none.
export function over(what, value, budget, unit) {
	return !(value > budget * SLACK) ? []
		: [`${what} takes ${short(value)} ${unit}, over ` +
			`its budget of ${budget} by more than 15 %`];
}

// The same for values that must not be too low.
export function under(what, value, budget, unit) {
	return !(value < budget / SLACK) ? []
		: [`${what} makes ${short(value)} ${unit}, under ` +
			`its budget of ${budget} by more than 15 %`];
}

const at = (budget, conns) => budget[conns] ??
	(typeof budget === 'number' ? budget : Infinity);

export function judgeRow({ page, conns, times, keptTimes }) {
	const what = `${page.name} at ${conns} connections`;

	return [
		...over(what, times.all, at(page.floor, conns),
			'times the processor time of its floor'),
		...over(what, keptTimes.all, at(page.kept, conns),
			'times the processor time of its kept floor'),
	];
}

export function judgeCount({ page, trips, commands, evals }) {
	return [
		...over(page.name, trips, page.trips, 'round trips to Redis'),
		...over(page.name, commands, page.commands, 'commands'),
		...over(`${page.name}, delivered to all,`, evals, page.evals,
			'scripts'),
	];
}
