/*
 * What must be true, according to the answers that the clients have received:
 * whom each member follows, and what has been written. Members are counted
 * from 0, posts from 1, and each post has its number in its text. A tick is a
 * moment: a post was stored before another one was sent if its tick is
 * smaller.
 */

// This many of a member's own posts are checked.
const RECENT = 20;

export class World {
	constructor(members) {
		const each = make => Array.from({ length: members }, make);

		this.tick = 0;
		this.posts = [undefined];
		this.recent = each(() => []);
		this.visits = each(() => new Set());
		this.follows = each(() => new Map()); // whom; since when
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
	 * that rebuilds the timeline may have read the member's posts before
	 * the last of them arrived. Until it checks for these, it shows other
	 * pages of the same member a timeline without them. A single browser
	 * does not notice, since it waits for one page before it requests
	 * another.
	 */
	due(reader) {
		return this.recent[reader].filter(({ beside }) =>
			beside.every(visit => visit.isOver));
	}

	// A page is requested that may rebuild this member's timeline.
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

	// {member, other, on}: follows, or has unfollowed.
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

	// Whether this post must have reached the member, now that everything
	// is delivered.
	mustHave(member, post) {
		return post.author === member ||
			this.follows[member].get(post.author) < post.sent;
	}
}
