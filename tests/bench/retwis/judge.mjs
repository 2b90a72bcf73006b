// Whether an answer is right: returns sentences about what is wrong.

// What must have been there before.
function twice(list) {
	const seen = new Set();

	return list.filter(one => seen.has(one) || !seen.add(one));
}

// For an own post that is missing: it is a fault if the page was not full, or
// if the page shows an own post that had been stored before this one was sent.
function isLost(world, post, shown, size) {
	return shown.length < size || shown.some(({ n }) =>
		world.posts[n]?.author === post.author &&
		world.posts[n].stored < post.sent);
}

/*
 * The first `size` posts of a reader's timeline. `shown` are {id, n} in order;
 * `due` is what world.due() returned before the timeline was requested. An own
 * post may be missing only if newer ones fill the page; posts of others arrive
 * when they are delivered.
 */
export function judgeTimeline(world, reader, due, shown, size) {
	const who = `the timeline of member ${reader}`;
	const numbers = shown.map(({ n }) => n);
	const missing = due.filter(({ n }) => !numbers.includes(n))
		.filter(post => isLost(world, post, shown, size));
	const strange = numbers.filter(n => !world.posts[n] ||
		world.posts[n].author !== reader &&
		!world.ever[reader].has(world.posts[n].author));

	return [
		...shown.length > size
			? [`${who} shows ${shown.length} posts`] : [],
		...twice(shown.map(({ id }) => id))
			.map(id => `${who} shows id ${id} twice`),
		...twice(numbers).map(n => `${who} shows post ${n} twice`),
		...missing.map(({ n }) =>
			`${who} does not show its own post ${n}`),
		...strange.map(n => `${who} shows post ${n} of a stranger`),
	];
}

/* ---- after all, when everything is delivered ----------------------------- */

// A list of ids, newest first, that is trimmed at `limit`. Deliveries overtake
// one another, so posts that are older than all of its newer half may have been
// trimmed.
function judgeList(what, ids, must, limit) {
	const there = new Set(ids);
	const half = ids.length < limit ? 0
		: Math.min(...ids.slice(0, limit / 2));

	return [
		...twice(ids).map(id => `${what} has id ${id} twice`),
		...must.filter(id => !there.has(id) && id > half)
			.map(id => `${what} does not have id ${id}`),
	];
}

// {number: id} of the posts, and what is wrong with that.
function judgeStored(world, stored) {
	const ids = new Map(stored.map(({ id, n }) => [n, id]));
	const lost = world.posts.slice(1)
		.filter(post => post.stored && !ids.has(post.n));

	return { ids, faults: [
		...twice(stored.map(({ n }) => n))
			.map(n => `post ${n} is stored twice`),
		...lost.map(({ n }) =>
			`post ${n} was acknowledged and is not stored`),
	] };
}

function judgeFollowing(world, member, following) {
	const right = [...world.follows[member].keys()].sort((a, b) => a - b);
	const is = [...following].sort((a, b) => a - b);

	return String(is) === String(right) ? []
		: [`member ${member} follows ${is} instead of ${right}`];
}

/*
 * The contents of the database when nothing is under way any more: `stored`
 * are {id, n} of all posts, and for each member there are the ids of
 * `timelines`, those of `own`, if there is such a list, and the members of
 * `following`.
 */
export function judgeEnd(world, { stored, timelines, own, following, limit }) {
	const { ids, faults } = judgeStored(world, stored);
	const good = world.posts.slice(1)
		.filter(post => post.stored && ids.has(post.n));
	const idsOf = isRight => good.filter(isRight).map(({ n }) => ids.get(n));

	for (const member of timelines.keys()) {
		faults.push(...judgeList(`the timeline of member ${member}`,
			timelines[member],
			idsOf(post => world.mustHave(member, post)), limit));
		if (own)
			faults.push(...judgeList(`the list of member ${member}`,
				own[member],
				idsOf(({ author }) => author === member), Infinity));
		faults.push(...judgeFollowing(world, member, following[member]));
	}
	return faults;
}
