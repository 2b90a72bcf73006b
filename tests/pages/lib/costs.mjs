// What each page costs in Redis, in one table, and the code that counts it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { cgi, fastcgi, startPage, variables } from '../../lib/program.mjs';
import { GaveUp } from '../../lib/quiet.mjs';
import { temporaryFolder } from '../../lib/stack.mjs';
import { before } from './costsite.mjs';

// A row is a request: its page, the state before it, and its status. Then, as
// ROUND TRIPS/COMMANDS, the cost for a process that has just started: with two
// of each thing, and with fifty; and the cost of the next request. The last
// column has the round trips of a process that has just started on a cluster.
//
// The requests are sent in this order, and a later one finds what an earlier
// one has left. After a change, the test prints the table as it should now be.
const table = `
home           GET /                                 -                    200   3/32    3/41   3/27   4
home           GET /?start=1                         -                    200   3/30    3/40   3/26   4
home           GET /?start=0&after=MARK              -                    200   3/30    3/40   3/26   4
home           GET /?start=40                        -                    200   5/18    3/40   3/26   6
home           GET /                                 newcomer             200   4/24    4/28   3/20   5
home           GET /                                 reader               200   3/25    3/33   2/21   4
home           GET /                                 signed out           200    1/2     1/2    0/0   2
profile        GET /@ben                             -                    200   3/24    3/34   2/25   4
profile        GET /@ben                             pinned               200   3/27    3/37   2/28   4
profile        GET /@ben                             unpinned             200   3/24    3/34   2/25   4
profile        GET /@cleo                            -                    200   4/31    4/39   3/32   5
profile        GET /@cleo?start=1                    -                    200   4/29    4/39   3/32   5
profile        GET /@cleo?start=0&after=MARK         -                    200   4/29    4/39   3/32   5
profile        GET /@cleo?start=40                   -                    200   3/20    4/39   3/32   4
timeline       GET /timeline                         -                    200   3/36    3/91   3/75   4
timeline       GET /timeline?start=1                 -                    200   3/34    3/90   3/74   4
timeline       GET /timeline?start=0&after=MARK      -                    200   3/34    3/90   3/74   4
timeline       GET /timeline                         signed out           200   3/28    3/83   3/67   4
timeline       GET /timeline                         adds up              200   3/61   3/116  3/100   4
timeline       GET /timeline                         adds up, signed out  200   3/53   3/108   3/92   4
status         GET /@ben/NEWEST                      -                    200   3/16    3/26   2/23   4
status         GET /@carl/PASSED                     -                    200   3/17    3/76   2/72   4
status         GET /@cleo/REPOST                     -                    303   3/17    3/17   3/13   4
status         GET /@carl/TALK                       talk                 200   3/67    3/67   2/64   4
status         GET /@cleo/ANSWER                     talk                 200   4/69    4/69   2/64   5
photo          GET /@ben/NEWEST/1                    pictured             200    2/9     2/9    1/6   3
photo          GET /@ben/NEWEST/1                    pictured, signed out  200    2/4     2/4    1/2   3
status         GET /@ben/NEWEST                      pictured             200   3/16    3/26   2/23   4
timeline       GET /timeline                         pictured             200   3/36    3/91   3/75   4
home           GET /                                 pictured             200   3/34    3/41   3/27   4
tag            GET /tag/counted                      -                    200   3/13    3/21   2/18   4
tag            GET /tag/passed                       -                    200   3/13    3/21   2/18   4
likes          GET /likes                            -                    200   3/13    3/21   2/18   4
saved          GET /saved                            -                    200   3/13    3/21   2/18   4
mentions       GET /@carl/mentions                   -                    200   4/23    4/31   2/25   5
people         GET /@ben/followers                   -                    200   3/21    3/37   2/29   4
people         GET /@anna/following                  -                    200   3/18    3/31   2/26   4
notifications  GET /notifications                    no notice            200    1/9     1/9    1/8   2
notifications  GET /notifications                    unread               200   3/11    3/51   3/50   4
notifications  GET /notifications                    read                 200   2/10    2/50   2/49   3
members        GET /members                          -                    200   3/51   3/107   3/98   4
members        GET /members?letter=b                 -                    200   3/41    3/41   2/38   4
members        GET /members?q=many                   -                    200   1/38    3/89   3/87   2
members        GET /members                          host                 200   4/55   4/109   3/98   5
members        GET /members?standing=host            host                 200   4/46    4/94   3/90   5
profile        GET /@ben                             host                 200   4/28    4/35   2/28   5
status         GET /@ben/QUESTION                    question             200   4/25    4/65   4/23   5
picture        GET /picture/PICTURE-400.webp         pictured             200    2/7     2/7    2/6   3
picture        GET /picture/PICTURE-400.webp         pictured, signed out  200    2/5     2/5    2/4   3
picture        GET /picture/NOTHING-400.webp         pictured             404    3/8     3/8    3/6   4
names          GET /@ben/QUESTION/names              question             200   3/12    3/52   3/10   4
names          GET /@ben/QUESTION/names?list=none    host, question       200   4/18    4/45    3/9   5
names          GET /@ben/QUESTION/names?list=read    host, question       200   4/15    4/55   3/11   5
names          GET /@ben/QUESTION/names?list=unread  host, question       200   4/18    4/45    3/9   5
names          GET /@ben/QUESTION/answers.csv        host, question       200   5/12    5/52   4/49   6
search         GET /search?q=                        -                    200    1/7     1/7    1/5   2
search         GET /search?q=nobody                  -                    200   1/11    1/11    1/9   2
search         GET /search?q=ben                     -                    200   2/13    2/13   2/11   3
search         GET /search?q=%23counted              -                    200   4/17    4/30   3/27   5
search         GET /search?q=many                    -                    200   1/11    2/28   2/26   2
search         GET /search?q=@many                   -                    200   1/10    2/19   2/17   2
search         GET /search?q=between+carl            -                    200   4/19    4/32   3/29   5
timeline       GET /timeline.atom                    -                    200   3/28    3/83   3/67   4
profile        GET /@ben.atom                        -                    200   3/11    3/59   2/56   4
profile        GET /@cleo.atom                       -                    200   4/16    4/85   3/81   5
mentions       GET /@carl/mentions.atom              -                    200   4/11    4/59   2/56   5
tag            GET /tag/counted.atom                 -                    200    3/6    3/54   2/52   4
feed           GET /feed/FEED                        feed                 200   3/17    3/76   3/71   4
feed           GET /feed                             -                    200    2/8     2/8    2/6   3
dates          GET /dates                            -                    200    1/8     1/8    1/6   2
dates          GET /dates                            dated                200   4/16   4/110  3/107   5
home           GET /                                 dated                200   3/37    3/45   3/31   4
timeline       GET /timeline                         dated                200   3/39    3/95   3/79   4
login          GET /login                            signed out           200    1/2     1/2    0/0   2
register       POST /register NOBODY                 name                 303   7/17    7/17      -   8
login          POST /login ANNA                      signed out           303   7/24    7/17      -   8
post           POST /post status=hello&nonce=NONCE   form                 303   4/15    4/15      -   9
post           POST /post status=+&reply_to=PASSED   -                    422    4/8     4/8      -   5
act            POST /act like=NEWEST                 -                    303   6/16    6/16      -   9
act            POST /act unlike=NEWEST               -                    303   4/11    4/11      -   7
act            POST /act save=NEWEST                 -                    303    3/7     3/7      -   4
act            POST /act unsave=NEWEST               -                    303    2/5     2/5      -   3
act            POST /act pin=HERS                    hers                 303    3/6     3/6      -   4
act            POST /act unpin=HERS                  hers                 303    2/5     2/5      -   3
act            POST /act repost=NEWEST               -                    303   7/28    7/28      -  12
act            POST /act unrepost=NEWEST             -                    303   6/27    6/27      -  11
act            POST /act leave=NEWEST                -                    303    3/7     3/7      -   4
act            POST /act answer=ASKED.1              comes                303   4/12    4/12      -   7
act            POST /act unanswer=ASKED.1            comes                303    3/6     3/6      -   4
answer         POST /answer answer=ASKED.0&guests=2  comes                303   7/15    7/15      -  10
answer         POST /answer answer=ASKED.0&guests=x  comes                422    5/9     5/9      -   6
act            POST /act join=NEWEST                 -                    303    3/6     3/6      -   4
delete         POST /delete id=HERS                  alone                303   5/27    5/27      -  10
delete         POST /delete id=HERS                  hers                 303   6/22    6/22      -   9
edit           GET /edit?id=HERS                     hers                 200    2/8     2/8    2/6   3
edit           POST /edit id=HERS&version=0&status=x  hers                303    3/9     3/9      -   6
edit           GET /edit?date=HERS                   dated                200    3/9     3/9    2/6   4
edit           GET /edit?cancel=HERS                 dated                200    3/9     3/9    2/6   4
edit           POST /edit id=HERS&version=0&DAY      dated                303    4/9     4/9      -   5
act            POST /act cancel=HERS                 dated                303    4/7     4/7      -   5
follow         POST /follow follow=CARL              home                 303  14/32  15/115      -  17
follow         POST /follow unfollow=CARL            home                 303  13/26  14/108      -  16
quiet          GET /account/quiet                    -                    200    2/8     2/8    2/6   3
quiet          POST /quiet mute=CARL                 -                    303   7/19    7/19      -  10
quiet          POST /quiet unmute=CARL               -                    303    4/7     4/7      -   5
quiet          POST /quiet block=CARL                home                 303   8/20    8/20      -  11
quiet          POST /quiet unblock=CARL              -                    303    4/7     4/7      -   5
feed           POST /feed feed=new                   -                    200    3/7     3/7      -   4
feed           POST /feed feed=off                   -                    303    2/5     2/5      -   3
account        GET /account                          host                 200   4/11    4/11    3/7   5
account        POST /account/name name=CALLED        host, called         303   5/22    5/72      -   7
code           GET /account/code                     host                 200   3/10    3/10    2/6   4
bio            GET /bio                              host                 200   3/10    3/10    2/6   4
bio            POST /bio bio=x&name=CALLED           host, called         303   6/25    6/73      -   8
face           GET /account/face                     host                 200    2/9     2/9    1/5   3
face           GET /site/mark                        host                 200   4/12    4/12    3/8   5
import         GET /account/import                   host                 303    1/7     1/7    1/5   2
leave          GET /account/leave                    host                 200    2/9     2/9    1/5   3
invitations    GET /invitations                      host                 200   3/10    3/10    2/6   4
scheduled      GET /scheduled                        host                 200   3/10    3/10    2/6   4
waiting        GET /waiting                          host, asked          200   5/14    5/32   4/28   6
waiting        POST /waiting approve=ASKING          host, asked          303   5/14    5/14      -   8
remove         GET /remove?id=HERS                   host, alone          200   5/12    5/12    3/7   6
remove         POST /remove id=HERS&reason=x         host, alone          303   6/16    6/16      -   9
remove         GET /remove?id=HERS                   host, removed        200   7/15    7/15   5/10   8
remove         POST /remove restore=HERS             host, removed        303   9/20    9/20      -  13
report         GET /report?post=NEWEST               -                    200    3/9     3/9    2/6   4
report         POST /report post=NEWEST&reason=spam  unreported           303   8/17    8/17      -  11
reports        GET /reports                          host, reported       200   5/13    5/13    4/9   6
reports        GET /reports?case=CASE                host, reported       200   6/15    6/20   5/17   7
reports        POST /reports case=CASE&do=note&text=x  host, reported     303   9/19    9/25      -  12
reports        POST /reports case=CASE&do=close      host, reported       303   9/21    9/27      -  14
log            GET /log                              host                 200   5/14    5/14   4/10   6
standing       GET /standing?CHANGE                  host                 200   5/12    5/12    4/8   6
site           GET /site                             host                 200   4/12    4/12    3/8   5
site           POST /site CLUB                       host                 303   4/12    4/12      -   8
standing       POST /standing CHANGE&confirm=1       host                 303   8/15    8/15      -  10
announcements  GET /announcements                    announced            200   5/16    5/17   3/12   6
announcements  GET /announcements                    announced, signed out  200    3/5     3/6    2/4   4
timeline       GET /timeline                         announced            200   4/63   4/101   3/79   5
status         GET /@ben/NEWEST                      announced            200   5/23    5/33   3/28   6
act            POST /act read=NEWEST                 announced            303    4/8     4/8      -   6
announcements  GET /announcements                    over                 200   3/12    3/13   2/10   4
`;

const columns = ['two', 'fifty', 'next', 'cluster'];

export const rows = table.trim().split('\n').map((line) => {
	const [page, request, when, status, ...costs] = line.split(/ {2,}/);

	return { line, page, request, status: Number(status),
		before: when === '-' ? [] : when.split(', '),
		costs: Object.fromEntries(columns.map((name, i) => [name, costs[i]])) };
});

// A page, and not a form.
export function isRead({ request }) {
	return request.startsWith('GET ');
}

// The table with these columns as ask(row) returns them, and the table as it
// is.
export async function measure(names, ask) {
	const lines = [];

	for (const { line, ...row } of rows) {
		const [head] = line.match(/^.*? {2}\d{3}(?= )/);
		const costs = await ask(row);
		const all = columns.map((name) => names.includes(name)
			? costs[names.indexOf(name)] : row.costs[name]);

		lines.push(head + all.map((cost, i) =>
			`  ${cost.padStart([5, 6, 5, 2][i])}`).join(''));
	}
	return { was: lines.join('\n'),
		should: rows.map(({ line }) => line).join('\n') };
}

// Proxies hold answers back, and a machine may be busy.
const LONGEST_MS = '2500';

// ---- counting --------------------------------------------------------------

// "GET /@ben" or "POST /act like=PASSED" as {method, path, fields}.
function requestOf(site, text) {
	const [method, ...words] = text.split(' ');
	const [path, fields = ''] = words.map((word) =>
		word.replace(/[A-Z]{3,}/g, (name) => site.places[name]));

	return { method, path,
		fields: Object.fromEntries(new URLSearchParams(fields)) };
}

// A request to a new process, and each further one to the same process.
async function start(page, env) {
	const folder = temporaryFolder();
	const started = await startPage(page, folder, env);

	return {
		ask(request, body, watch) {
			watch(started);
			return fastcgi(started.socket, request, body);
		},
		async stop() {
			started.stop();
			await started.ended;
			rmSync(folder, { recursive: true });
		},
	};
}

// As plain CGI each request has a process of its own.
function startEach(page, env) {
	return { ask: (request, body, watch) =>
		cgi(page, { ...request, ...env }, body, watch),
		stop: () => {} };
}

// The variables and the body of a request.
async function prepare(site, row) {
	await site.redis('SET', 'cache:trending', '');
	await site.redis('DEL', 'site');
	site.visitor = site.anna;
	for (const name of row.before)
		await (before[name] ?? name)(site);
	const { visitor } = site;
	const { method, path, fields } = requestOf(site, row.request);
	const csrf = method === 'POST' && visitor
		? { csrf: await visitor.csrf() } : {};
	const body = method === 'POST'
		? new URLSearchParams({ ...csrf, ...fields }).toString() : '';

	return [variables(method, path, body, { HTTP_HOST: 'localhost',
		REMOTE_ADDR: '192.0.2.1',
		HTTP_COOKIE: visitor?.cookieHeader() ?? '' }), body];
}

async function countOnce(site, proxy, row, times) {
	const env = { RETWIS_REDIS: proxy.address, RETWIS_LAST_SEEN: 'off',
		RETWIS_REDIS_TIMEOUT: LONGEST_MS,
		RETWIS_PICTURES: site.album.folder };
	const sizes = proxy.sizes;
	const counted = [];
	let page;

	try {
		for (let i = 0; i < times; i++) {
			const request = await prepare(site, row);
			let answer;

			page ??= await (sizes ? start : startEach)(row.page, env);
			const trips = await proxy.trips(async (watch) => {
				answer = await page.ask(...request, watch);
			});

			if (answer.status === 503)
				throw new GaveUp();
			assert.equal(answer.status, row.status, answer.text);
			counted.push(sizes ? `${trips}/${sizes()
				.reduce((sum, n) => sum + n, 0)}` : `${trips}`);
		}
	} finally {
		await page?.stop();
	}
	return counted;
}

const TRIES = 3;

// What one process needs for this many of these requests, one after the other:
// a list of "ROUND TRIPS/COMMANDS", or of round trips alone if the proxy does
// not count commands. A cluster's proxies count from a process's first byte.
// On a busy machine a page may give up on Redis. Then one that is only read is
// asked again.
export async function count(site, proxy, row, times = 1) {
	for (let tries = 1; ; tries++)
		try {
			return await countOnce(site, proxy, row, times);
		} catch (error) {
			if (!(error instanceof GaveUp) || !isRead(row) ||
				tries === TRIES)
				throw error;
		}
}
