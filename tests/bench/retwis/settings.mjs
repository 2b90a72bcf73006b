// What is to be measured, from the environment; --help describes it.
export const help = `make bench-retwis: the workload by which papers compare stores. Of a hundred
transactions 5 add a user, 15 follow or unfollow, 30 post, and 50 load a
timeline, as in the paper on TAPIR; members are drawn by Zipf.

  ONLY         of the parts raw and pages, and of the databases one, cluster
               and nutcracker, only these: ONLY="raw one cluster" (all)
  SECONDS      for each database in each part, in five turns, 5 to 3600 (10);
               on the pages as long again for registrations alone
  MEMBERS      how many there are, 10 to 100000 (300)
  CONNECTIONS  clients that do one transaction after the other (16)
  EXPONENT     of Zipf, 0 to 4 (0.75)
  SEED         of what is drawn by chance (1)
`;

export const PARTS = ['raw', 'pages'];
export const DATABASES = ['one', 'cluster', 'nutcracker'];

const numbers = {
	// Five turns, and the processor time is counted in ticks of 10 ms.
	SECONDS: { from: 5, to: 3600, otherwise: 10 },
	MEMBERS: { from: 10, to: 100000, otherwise: 300, whole: true },
	CONNECTIONS: { from: 1, to: 256, otherwise: 16, whole: true },
	EXPONENT: { from: 0, to: 4, otherwise: 0.75 },
	SEED: { from: 0, to: 2 ** 32 - 1, otherwise: 1, whole: true },
};

function readNumber(name, text) {
	const { from, to, otherwise, whole } = numbers[name];
	const n = text ? Number(text) : otherwise;

	if (!(n >= from && n <= to) || whole && !Number.isInteger(n))
		throw new Error(`${name} is a ${whole ? 'whole ' : ''}number ` +
			`from ${from} to ${to}`);
	return n;
}

// Those that are named, or all if none is named.
function choose(all, words) {
	const some = all.filter(one => words.includes(one));

	return some.length ? some : all;
}

// {parts, databases, seconds, members, connections, exponent, seed}
export function readSettings(env) {
	const words = (env.ONLY ?? '').split(/[\s,]+/).filter(Boolean);
	const known = [...PARTS, ...DATABASES];
	const odd = words.find(word => !known.includes(word));

	if (odd)
		throw new Error(`ONLY knows ${known.join(', ')}, and not ${odd}`);
	return {
		parts: choose(PARTS, words), databases: choose(DATABASES, words),
		...Object.fromEntries(Object.keys(numbers).map(name =>
			[name.toLowerCase(), readNumber(name, env[name])])),
	};
}
