/*
 * What each page may cost, and the message if it costs more.
 *
 * `who` sends the request; `shows` is how many posts the page has to contain;
 * `homes` is the state of the followers' timelines when somebody posts
 * (members.mjs); `php` is the page of PHP Retwis that shows the same. The
 * budgets: `trips` and `commands` of one request, and `same`, the processor time
 * as a multiple of a floor that sends the same commands (same.c), one for each
 * number of connections. That is what was measured when the floor was new, on a
 * virtual machine with two cores. Nothing is compared with an empty program: how
 * much less that costs differs between processors.
 */
const SLACK = 1.15; // for other work on the machine, and coarse clocks
const BEFORE_MAX = 1.1;

const post = { program: 'post', path: '/post', isPost: true,
	trips: 4, commands: 15, evals: 5 };

// Posting comes last, since it changes what the other pages show.
export const pagesOf = thread => [
	{ name: 'home', program: 'home', path: '/', who: 'visitor', shows: 10,
		php: '/home.php',
		connections: [1, 16, 100], trips: 2, commands: 21,
		same: { 1: 1.3, 16: 1.5, 100: 1.75 } },
	{ name: 'timeline', program: 'timeline', path: '/timeline',
		who: 'visitor', shows: 50, php: '/timeline.php',
		trips: 2, commands: 60, same: { 16: 1.7, 100: 2.05 } },
	{ name: 'profile', program: 'profile', path: '/@writer',
		who: 'visitor', shows: 10, php: '/profile.php?u=writer',
		trips: 2, commands: 25, same: { 16: 1.45, 100: 1.75 } },
	// The program has one floor, that of the visitor.
	{ name: 'profile, 1,000', program: 'profile', path: '/@writer',
		who: 'keen', shows: 10, trips: 2, commands: 25 },
	{ name: 'permalink', program: 'status', path: thread, who: 'visitor',
		shows: 6, trips: 2, commands: 20, same: { 16: 1.6, 100: 1.95 } },
	{ name: 'tag', program: 'tag', path: '/tag/tea', who: 'visitor',
		shows: 10, trips: 2, commands: 18, same: { 16: 1.45, 100: 1.85 } },
	{ name: 'notifications', program: 'notifications',
		path: '/notifications', who: 'writer', shows: 0,
		trips: 2, commands: 21, same: { 16: 1.3, 100: 1.6 } },
	{ name: 'search', program: 'search', path: '/search?q=fol',
		who: 'visitor', shows: 0,
		trips: 2, commands: 18, same: { 16: 1.75, 100: 2.05 } },
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

// An earlier version is measured in the same run, and needs less slack.
const slower = (what, times) => !(times > BEFORE_MAX) ? []
	: [`${what} takes ${short(times)} times the processor time of the ` +
		`version before, more than ${BEFORE_MAX}`];

export function judgeRow({ page, conns, times }) {
	const what = `${page.name} at ${conns} connections`;

	return [
		...times.same ? over(what, times.same.all, page.same[conns],
			'times the processor time of the same commands') : [],
		...times.before ? slower(what, times.before.all) : [],
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
