// Busy members, each of whom sends one request after the other until the end.
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

// The pause between two requests of a loop. Without it the members would keep
// both cores of a small machine busy, and slow down what is being tested: it is
// enough that some request is under way whenever something dies.
const BREATH_MS = 5;

// `mayFail`: a page may answer 503; then the same form is sent again until it
// is accepted.
export class Load {
	constructor({ mayFail = false } = {}) {
		this.mayFail = mayFail;
		this.answers = 0;
		this.failures = 0;
		this.bad = []; // answers that nobody should get
		this.written = []; // posts that were acknowledged: {author, body}
		this.loops = [];
	}

	loop(act, pause = BREATH_MS) {
		const run = async () => {
			while (!this.over) {
				await act().catch((error) =>
					this.bad.push(error.message));
				await sleep(pause);
			}
		};

		this.loops.push(run());
	}

	// Whether the answer was as it should be; if not, the form is sent
	// again.
	isGood(answer, status, what) {
		this.answers++;
		if (this.mayFail && answer.status === 503) {
			this.failures++;
			return false;
		}
		if (answer.status !== status)
			this.bad.push(`${what}: ${answer.status}`);
		return true;
	}

	async insist(visitor, path, fields) {
		while (!this.isGood(await visitor.submit(path, fields), 303, path))
			await sleep(PAUSE_MS);
	}

	reads(visitor, next, { status = () => 200, pause } = {}) {
		this.loop(async () => {
			const path = next();

			this.isGood(await visitor.get(path), status(path), path);
		}, pause);
	}

	// With a longer pause after each, for tests that should not have too
	// many.
	writes(visitor, author, pause = BREATH_MS) {
		let n = 0;

		this.loop(async () => {
			const body = `${visitor.name} ${n++} #tag`;

			await this.insist(visitor, '/post',
				{ status: body, nonce: `nonce ${n}` });
			this.written.push({ author, body });
		}, pause);
	}

	// Likes a post and takes the like back, alternately.
	likes(visitor, id, pause = BREATH_MS) {
		let n = 0;

		this.loop(() => this.insist(visitor, '/act',
			{ back: '/', [n++ % 2 ? 'unlike' : 'like']: id }), pause);
	}

	follows(visitor, id) {
		let n = 0;

		this.loop(() => this.insist(visitor, '/follow',
			{ [n++ % 2 ? 'follow' : 'unfollow']: id }));
	}

	async end() {
		this.over = true;
		await Promise.all(this.loops);
	}
}
