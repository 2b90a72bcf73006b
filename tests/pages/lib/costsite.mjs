// The site on which costs.mjs counts: two of each thing, and then fifty.
import { rmSync } from 'node:fs';
import { albumOf } from '../../lib/album.mjs';
import { indexed } from '../../lib/redis.mjs';
import { formValue } from '../../lib/page.mjs';
import { temporaryFolder } from '../../lib/stack.mjs';
import { member, password } from '../../lib/visitor.mjs';

const FRIENDS = 40;
const CROWD = 5000;

// Anna, whose pages are counted, follows ben, who writes, and cleo, who reposts
// carl's posts. `places` has the values of the capitals in an address. The pages
// that are counted have a folder of pictures of their own.
class Site {
	constructor(url, redis) {
		const folder = temporaryFolder();

		process.on('exit', () => rmSync(folder, { recursive: true }));
		Object.assign(this, { url, redis, ids: {}, places: {}, crowd: 1,
			album: albumOf({ redis, var: folder }) });
	}

	async open() {
		for (const name of ['anna', 'ben', 'carl', 'cleo']) {
			this[name] = await member(this.url, name);
			this.ids[name] = await this.redis('HGET', 'users', name);
		}
		await this.anna.follow('ben');
		await this.anna.follow('cleo');
		await this.ben.follow('anna');
		await this.anna.get('/');
		await this.write();
		await this.write();
		const PASSED = await this.newestOf('carl');
		const [REPOST] = await this.redis('ZRANGE', `reposts:${PASSED}`, 0, 0);

		Object.assign(this.places, { PASSED, REPOST, CARL: this.ids.carl,
			ANNA: `username=anna&password=${password}` });
		await this.look();
		return this;
	}

	async newestOf(name) {
		return (await this.redis('LRANGE', `own:${this.ids[name]}`, 0, 0))[0];
	}

	// A post by each author, and a repost; everything that carl writes is
	// liked.
	async write() {
		await this.ben.post('/post', { status: '#counted' });
		await this.carl.post('/post', { status: 'x #passed' });
		const id = await this.newestOf('carl');

		await this.cleo.write('between @carl');
		for (const visitor of [this.cleo, this.anna])
			await visitor.post('/act', { like: id });
		await this.anna.post('/act', { save: id });
		await this.cleo.post('/act', { repost: id });
	}

	// A conversation of 500 replies, of which cleo wrote the one in the middle.
	async talk() {
		const { carl, cleo } = this.ids;
		const first = 700000;

		for (let id = first; id <= first + 500; id++) {
			const by = id === first + 250 ? ['cleo', cleo] : ['carl', carl];
			const to = id < first + 2 ? first : id - 1 - id % 2;

			await this.redis('HSET', `post:${id}`, 'user_id', by[1],
				'username', by[0], 'time', 1, 'body', 'x', 'root', first,
				...id === first ? [] : ['reply_to', to]);
			if (id > first)
				await this.redis('ZADD', `conversation:${first}`, id,
					`${id} ${to}`);
		}
		Object.assign(this.places, { TALK: first, ANSWER: first + 250 });
	}

	// Anna has seen the newest post, and a worker has indexed it.
	async look() {
		await indexed(this.redis);
		this.places.NEWEST = await this.newestOf('ben');
		this.places.MARK = await this.newestOf('cleo');
		await this.anna.get('/');
	}

	// This many more members like a post, and have reposted it.
	async press(id, n) {
		for (const key of ['likes', 'reposts'])
			await this.redis('EVAL', 'for i = 1, tonumber(ARGV[1]) do ' +
				'redis.call("ZADD", KEYS[1], i, 500000 + i) end', 1,
			`${key}:${id}`, n);
	}

	// Fifty of each.
	async grow() {
		await this.redis('DEL', 'dates');
		const { PASSED } = this.places;

		for (let n = 0; n < 60; n++)
			await this.carl.post('/post', { status: 'x', reply_to: PASSED });
		for (let n = 2; n < 50; n++)
			await this.write();
		await this.look();
		// Whom a host has let in, and who would be among the newest.
		await this.redis('ZREM', 'users_by_time', 'asks10', 'asks11');
		await this.press(PASSED, 100);
		await this.press(this.places.NEWEST, 100);
		for (let n = 1000; n < 1000 + FRIENDS; n++)
			await this.befriend(n);
		for (let n = 1000; n < 1009; n++)
			await this.redis('ZADD', `followers:${this.ids.anna}`, n, n);
		await this.fillIndexes();
		this.crowd = CROWD;
	}

	// Another member follows ben and is followed by anna.
	async befriend(n) {
		const { anna, ben } = this.ids;

		await this.redis('HSET', `user:${n}`, 'username', `friend${n}`,
			'bio', 'x');
		await this.redis('ZADD', `followers:${ben}`, n, n);
		await this.redis('ZADD', `following:${anna}`, n, n);
	}

	// Hosts and moderators. No display name may look like theirs.
	async addStaff(from, to) {
		for (let n = from; n < to; n++) {
			await this.redis('HSET', `user:8${n}`, 'username', `staff${n}`,
				'standing', n % 2 ? 'host' : 'moderator');
			await (n % 2 ? this.redis('SADD', 'hosts', `8${n}`)
				: this.redis('ZADD', 'moderators', 0, `8${n}`));
		}
	}

	// Names and tags to find, and tags of the day.
	async fillIndexes() {
		const { redis } = this;
		const hour = Math.floor(Date.now() / 3600000);

		for (let n = 10; n < 35; n++) {
			await redis('HSET', `user:9${n}`, 'username', `many${n}`);
			await redis('ZADD', 'members', 0, `many${n}\t9${n}`);
			await redis('ZADD', 'directory', 0, `many${n}\t9${n}`);
			await redis('ZADD', 'tags', 0, `many${n}`);
			await redis('LPUSH', `tag:many${n}`, n);
		}
		await this.addStaff(2, 50);
		for (let n = 0; n < 400; n++)
			await redis('ZADD', `trend:${hour - n % 24}`, 1, `t${n}`);
	}
}

export function openSite(url, redis) {
	return new Site(url, redis).open();
}

// ---- the state before a request ---------------------------------------------

// A notification, or as many as there are followers; and up to which one they
// were read.
async function notify({ redis, ids, places, crowd }, seen) {
	const key = `notices:${ids.anna}`;

	await redis('DEL', key);
	await redis('ZADD', key, seen, 'seen', 1, `follow 0 ${ids.ben}`);
	for (let n = 2; n <= Math.min(crowd, FRIENDS); n++)
		await redis('ZADD', key, n, `mention ${places.NEWEST} ${1000 + n % FRIENDS}`);
}

async function announce({ redis, places: { NEWEST } }, end) {
	const written = await redis('HGET', `post:${NEWEST}`, 'time');

	await redis('HSET', `post:${NEWEST}`, 'announced', end);
	await redis('ZADD', 'announcements', end, `${NEWEST} ${written}`);
}

export const before = {
	// Once a minute the tags of the day are added up: here, by nobody else.
	'adds up': ({ redis }) => redis('DEL', 'cache:trending'),
	'signed out': (site) => { site.visitor = null; },
	// A member whom nobody follows, and who has written nothing.
	newcomer: async (site) => {
		site.visitor = site.newcomer ??= await member(site.url, 'newcomer');
		await site.visitor.get('/');
	},
	'no notice': ({ redis, ids }) => redis('DEL', `notices:${ids.anna}`),
	// A member whose home has no repost.
	reader: async (site) => {
		if (!site.reader) {
			site.reader = await member(site.url, 'dora');
			await site.reader.follow('ben');
		}
		site.visitor = site.reader;
		await site.visitor.get('/');
	},
	unread: (site) => notify(site, 0),
	read: (site) => notify(site, 1000),
	// The form that she is filling in, with the nonce that makes it one
	// post.
	form: async (site) => {
		site.places.NONCE = formValue((await site.anna.get('/')).text, 'nonce');
	},
	// One of hers that many like and have reposted.
	hers: async (site) => {
		await site.anna.write('For all');
		const [id] = await site.redis('LRANGE', `own:${site.ids.anna}`, 0, 0);

		await site.press(id, site.crowd);
		site.places.HERS = id;
	},
	// And one that nobody has liked or reposted.
	alone: async (site) => {
		await site.anna.write('For herself');
		[site.places.HERS] = await site.redis('LRANGE',
			`own:${site.ids.anna}`, 0, 0);
	},
	// A post of hers that is in no list has a date, and so have two by carl, or
	// sixty, which ask who comes.
	dated: async (site) => {
		const begins = Math.floor(Date.now() / 1000) + 30 * 86400;
		const { redis, places, ids } = site;

		places.HERS = 799999;
		await redis('HSET', 'post:799999', 'user_id', ids.anna, 'username',
			'anna', 'time', 1, 'body', 'x', 'date', `${begins} 0 0\n`);
		await redis('ZADD', 'dates', begins, places.HERS);
		for (let id = 800000; id < 800000 + Math.min(2 * site.crowd, 60); id++) {
			await redis('HSET', `post:${id}`, 'user_id', ids.carl, 'username',
				'carl', 'time', 1, 'body', 'x', 'question', '0 comes',
				'date', `${begins + id} 0 0\n`);
			await redis('ZADD', 'dates', begins + id, id);
		}
		places.DAY = `date=${new Date(begins * 1000 + 864e5).toISOString()
			.slice(0, 10)}&place=x`;
	},
	// The same, and a host has removed it.
	removed: async (site) => {
		await before.alone(site);
		await site.host.post('/remove', { id: site.places.HERS, reason: 'x' });
	},
	// Ben's newest post has a picture.
	pictured: async ({ album, ids, places }) => {
		const { token } = await album.add(ids.ben);

		await album.give(places.NEWEST, token);
		Object.assign(places, { PICTURE: token, NOTHING: '0'.repeat(32) });
	},
	// Ben's newest post is one.
	announced: (site) => announce(site, 9999999999),
	// And has ended, so that the other pages know of none.
	over: (site) => announce(site, 1),
	// Ben has asked who comes, and many have answered.
	comes: async ({ redis, ids, places, crowd }) => {
		places.ASKED = 710000;
		await redis('HSET', `post:${places.ASKED}`, 'user_id', ids.ben,
			'username', 'ben', 'time', 1, 'body', 'x', 'question', '0 comes');
		await redis('DEL', `answers:${places.ASKED}`);
		await redis('EVAL', 'for i = 1, tonumber(ARGV[1]) do ' +
			'redis.call("ZADD", KEYS[1], i % 3 * 2^40 + i, ' +
			'i % 3 .. " " .. 500000 + i, 8 * 2^40 + i, 500000 + i) end',
		1, `answers:${places.ASKED}`, crowd);
	},
	unreported: ({ redis }) => redis('DEL', 'cases'),
	// Ben has reported one of hers, and nobody else has reported anything.
	reported: async (site) => {
		await before.alone(site);
		await before.unreported(site);
		await site.ben.post('/report', { post: site.places.HERS,
			reason: 'spam' });
		site.places.CASE = await site.redis('ZSCORE', 'cases', site.ids.anna);
	},
	// Ben has pinned his first post.
	pinned: async ({ redis, ids }) => redis('HSET', `user:${ids.ben}`,
		'pinned', (await redis('LRANGE', `own:${ids.ben}`, -1, -1))[0]),
	unpinned: ({ redis, ids }) => redis('HDEL', `user:${ids.ben}`, 'pinned'),
	// Nobody has that name yet.
	name: (site) => {
		site.names = (site.names ?? 0) + 1;
		site.places.NOBODY = `username=new${site.names}&` +
			`password=${password}&password2=${password}`;
		site.visitor = null;
	},
	// A host, who is in no list of members.
	host: async (site) => {
		if (!site.host) {
			site.host = await member(site.url, 'hedda');
			const id = await site.redis('HGET', 'users', 'hedda');

			await site.redis('HSET', `user:${id}`, 'standing', 'host');
			await site.redis('SADD', 'hosts', id);
			await site.redis('ZREM', 'users_by_time', 'hedda');
			await site.addStaff(0, 2);
			await site.host.post('/account/name', { name: 'Hedda H' });
		}
		site.places.CLUB = 'name=Club&readers=all';
		site.places.CHANGE = `uid=${site.ids.carl}&standing=member`;
		site.visitor = site.host;
	},
	// A display name that is none yet, and looks like many names.
	called: (site) => {
		site.names = (site.names ?? 0) + 1;
		site.places.CALLED = `Rnvv+O0l1+${site.names}`;
	},
	// Two newcomers, or fifty, have asked to join.
	asked: async ({ redis, places, crowd }) => {
		for (let n = 10; n < 10 + Math.min(2 * crowd, 50); n++) {
			await redis('HSET', `user:7${n}`, 'username', `asks${n}`,
				'standing', 'waiting', 'who', 'x');
			await redis('HSET', 'users', `asks${n}`, `7${n}`);
			await redis('ZADD', 'waiting', n, `7${n}`);
		}
		places.ASKING = '710&approve=711';
	},
	// Ben has asked who comes, and announced it; carl, or forty members, will.
	question: async ({ redis, ids, places, crowd }) => {
		const id = places.QUESTION = 600000;
		const band = 2 ** 40;
		const who = crowd > 1 ? [...Array(FRIENDS).keys()].map((n) => 1000 + n)
			: [Number(ids.carl)];

		await redis('HSET', `post:${id}`, 'user_id', ids.ben, 'username', 'ben',
			'time', 1, 'body', 'x', 'question', '0 comes', 'announced',
			Math.floor(Date.now() / 1000) + 86400);
		for (const by of who) {
			await redis('ZADD', `answers:${id}`, by, `0 ${by}`, 8 * band + by, by);
			await redis('ZADD', `read:${id}`, by, by);
		}
	},
	talk: (site) => site.places.TALK ? undefined : site.talk(),
	// Her home timeline is there.
	home: ({ anna }) => anna.get('/'),
	feed: async (site) => {
		site.places.FEED = (await site.anna.makeFeed()).split('/').pop();
	},
	// Two dates, or fifty, by two members.
	calendar: async (site) => {
		const { redis, places, crowd, ids } = site;

		places.CALENDAR = (await site.anna.makeCalendar()).split('/').pop();
		for (let n = 1; n <= Math.min(2 * crowd, 50); n++) {
			const [name, id] = n % 2 ? ['ben', ids.ben] : ['carl', ids.carl];

			await redis('HSET', `post:81${n}`, 'user_id', id, 'username',
				name, 'time', 1, 'body', 'x', 'date', `190000000${n} 0 0\n`);
			await redis('ZADD', 'dates', `190000000${n}`, `81${n}`);
		}
		await redis('SET', 'origin', 'here');
		places.DATED = '811';
	},
};
