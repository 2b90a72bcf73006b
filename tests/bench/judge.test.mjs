// Which answers `make bench-retwis` takes for wrong, and which for right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeEnd, judgeTimeline } from './retwis/judge.mjs';
import { postsOn } from './retwis/pages.mjs';
import { World } from './retwis/world.mjs';

const SIZE = 3;

// Member 0 follows member 1, and both have written the given number of posts.
function makeWorld(...authors) {
	const world = new World(3);

	world.storeFollow(world.sendFollow(0, 1));
	for (const author of authors)
		world.storePost(world.sendPost(author));
	return world;
}

const shown = (...numbers) => numbers.map(n => ({ id: n + 100, n }));

const judge = (world, list, due = world.due(0)) =>
	judgeTimeline(world, 0, due, list, SIZE);

test('a timeline with the own post, once, is right', () => {
	const world = makeWorld(1, 0);

	assert.deepEqual(judge(world, shown(2, 1)), []);
	assert.deepEqual(judge(world, shown(2)), []);
	assert.deepEqual(judge(world, shown(1)),
		['the timeline of member 0 does not show its own post 2']);
	assert.deepEqual(judge(world, []),
		['the timeline of member 0 does not show its own post 2']);
});

test('newer posts may have moved an own one down, but no older own one', () => {
	const world = makeWorld(0, 0, 1, 1, 1);

	assert.deepEqual(judge(world, shown(5, 4, 3)), []);
	assert.deepEqual(judge(world, shown(5, 4, 2)), []);
	assert.deepEqual(judge(world, shown(5, 4, 1)),
		['the timeline of member 0 does not show its own post 2']);
});

test('posts stored after the timeline was asked for need not be there', () => {
	const world = makeWorld(0);
	const due = world.due(0);

	world.storePost(world.sendPost(0));
	assert.deepEqual(judge(world, shown(1), due), []);
	assert.deepEqual(judge(world, shown(2, 1), due), []);
	assert.equal(judge(world, shown(1)).length, 1);
});

test('nor what was stored while another page still makes it', () => {
	const world = makeWorld(0);
	const visit = world.beginVisit(0);

	world.storePost(world.sendPost(0));
	assert.deepEqual(judge(world, shown(1)), []);
	world.endVisit(visit);
	assert.equal(judge(world, shown(1)).length, 1);
});

test('a post twice, one of a stranger, and too many are wrong', () => {
	const world = makeWorld(0, 1, 2);

	assert.deepEqual(judge(world, shown(2, 1, 1)), [
		'the timeline of member 0 shows id 101 twice',
		'the timeline of member 0 shows post 1 twice']);
	assert.deepEqual(judge(world, [...shown(1), { id: 7, n: 1 }]),
		['the timeline of member 0 shows post 1 twice']);
	assert.deepEqual(judge(world, shown(3, 1)),
		['the timeline of member 0 shows post 3 of a stranger']);
	assert.deepEqual(judge(world, shown(NaN, 1)),
		['the timeline of member 0 shows post NaN of a stranger']);
	assert.deepEqual(judge(makeWorld(0, 0, 0, 0), shown(4, 3, 2, 1)),
		['the timeline of member 0 shows 4 posts']);
});

/* ---- at the end ---------------------------------------------------------- */

// The contents of the database if all went well: post 1 by member 0, posts 2
// and 3 by member 1.
const good = () => ({
	stored: [{ id: 11, n: 1 }, { id: 12, n: 2 }, { id: 13, n: 3 }],
	timelines: [[13, 12, 11], [13, 12], []],
	own: [[11], [13, 12], []],
	following: [[1], [], []],
	limit: 1000,
});

// One change to those contents, and the messages about it.
function ends(change, ...faults) {
	const end = good();

	change(end);
	assert.deepEqual(judgeEnd(makeWorld(0, 1, 1), end), faults);
}

test('at the end each post is stored, and in each list once', () => {
	ends(() => {});
	ends(end => end.stored.pop(),
		'post 3 was acknowledged and is not stored');
	ends(end => end.stored.push({ id: 14, n: 3 }),
		'post 3 is stored twice',
		'the timeline of member 0 does not have id 14',
		'the timeline of member 1 does not have id 14',
		'the list of member 1 does not have id 14');
	ends(end => end.timelines[0].pop(),
		'the timeline of member 0 does not have id 11');
	ends(end => end.timelines[0].shift(),
		'the timeline of member 0 does not have id 13');
	ends(end => end.timelines[0].push(13),
		'the timeline of member 0 has id 13 twice');
	ends(end => end.own[1].pop(),
		'the list of member 1 does not have id 12');
	ends(end => end.own[0].push(11),
		'the list of member 0 has id 11 twice');
	ends(end => end.following[0].pop(),
		'member 0 follows  instead of 1');
	ends(end => { delete end.own; });
});

test('posts beyond the end of a trimmed list may be missing, and none newer', () => {
	const cut = (...ids) => end => {
		end.limit = 2;
		end.timelines[0] = ids;
		end.timelines[1] = [];
	};
	const world = makeWorld(0, 1, 1);
	const judgeCut = (...ids) => {
		const end = good();

		cut(...ids)(end);
		return judgeEnd(world, end).filter(text => /member 0/.test(text));
	};

	assert.deepEqual(judgeCut(13, 12), []);
	// Deliveries do not arrive strictly in order: only posts newer than the
	// newer half of a list are certain not to have been trimmed.
	assert.deepEqual(judgeCut(13, 11), []);
	assert.deepEqual(judgeCut(12, 11),
		['the timeline of member 0 does not have id 13']);
});

test('posts from before a follow, or after its end, need not be there', () => {
	const world = makeWorld(0);

	world.storePost(world.sendPost(2));
	world.storeFollow(world.sendFollow(0, 2));
	world.storePost(world.sendPost(2));
	assert.ok(!world.mustHave(0, world.posts[2]));
	assert.ok(world.mustHave(0, world.posts[3]));
	world.storeFollow(world.sendFollow(0, 2));
	assert.ok(!world.mustHave(0, world.posts[3]));
	assert.ok(world.ever[0].has(2));
});

test('posts are read from a page, and what is none of ours counts', () => {
	const article = (id, body) => `<article class="post" id="p${id}">\n` +
		`<h3>x</h3>\n<p class="body" dir="auto">${body}</p></article>`;

	assert.deepEqual(postsOn(article(7, 'n12n tea') + article(5, 'n9n x')),
		[{ id: '7', n: 12 }, { id: '5', n: 9 }]);
	assert.deepEqual(postsOn(article(7, 'tea') + article(5, 'n9n x')),
		[{ id: '5', n: 9 }, { id: 'odd', n: NaN }]);
	assert.deepEqual(postsOn('<p>No posts here.</p>'), []);
});
