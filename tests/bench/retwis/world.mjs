/*
 * What must be true, as the clients know who have been told so: whom everybody
 * follows, and what has been written. Members count from 0, posts from 1, and
 * each post has its number in its text. A tick is a moment: a post was stored
 * before another one was sent if its tick is smaller.
 */

// So many of a member's own posts are looked for.
const RECENT = 20;

export class World {
	constructor(members) {
		const each = make => Array.from({ length: members }, make);

		this.tick = 0;
		this.posts = [undefined];
		this.recent = each(() => []);
		this.visits = each(() => new Set());
		this.follows = each(() => new Map()); // whom, and since when
		this.ever = each(() => new Set());
		this.busy = new Set();
	}

	/* ---- posts ------------------------------------------------------ */

	sendPost(author) {
		const post = { n: this.posts.length, author, sent: ++this.tick };

		this.posts.push(post);
		return post;
	}

	storePost(post) {
		const recent = this.recent[post.author];

		post.stored = ++this.tick;
		post.beside = [...this.visits[post.author]];
		recent.push(post);
		if (recent.length > RECENT)
			recent.shift();
	}

	/*
	 * The own posts that the next page for this reader has to show. A page
	 * that makes the timeline again may have read the member's posts before
	 * the last of them came; until it has looked for these, it shows other
	 * pages of the same member a timeline without them. One browser does not
	 * see that, since it waits for one page before it asks for another.
	 */
	due(reader) {
		return this.recent[reader].filter(({ beside }) =>
			beside.every(visit => visit.isOver));
	}

	// A page begins that may make this member's timeline again.
	beginVisit(member) {
		const visit = { member, isOver: false };

		this.visits[member].add(visit);
		return visit;
	}

	endVisit(visit) {
		visit.isOver = true;
		this.visits[visit.member].delete(visit);
	}

	/* ---- follows ---------------------------------------------------- */

	isBusy(member, other) {
		return this.busy.has(`${member} ${other}`);
	}

	// {member, other, on}: follows, or follows no more.
	sendFollow(member, other) {
		const on = !this.follows[member].has(other);

		this.busy.add(`${member} ${other}`);
		if (on)
			this.ever[member].add(other);
		return { member, other, on };
	}

	storeFollow({ member, other, on }) {
		this.busy.delete(`${member} ${other}`);
		if (on)
			this.follows[member].set(other, ++this.tick);
		else
			this.follows[member].delete(other);
	}

	// Whether this post must have come to the member, now that all are told.
	mustHave(member, post) {
		return post.author === member ||
			this.follows[member].get(post.author) < post.sent;
	}
}
