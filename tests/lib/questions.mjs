// Questions on a page, and their buttons.
import assert from 'node:assert/strict';
import { formFields, unescapeHtml } from './page.mjs';
import { delivered } from './stack.mjs';

const plain = (html) => unescapeHtml(html.replace(/<[^>]*>/g, ''))
	.replace(/\s+/g, ' ').trim();

function optionOf(html) {
	const [, field, value] = html.match(
		/<button[^>]* name="(\w*)" value="([^"]*)"/) ?? [];
	const [, words] = html.match(/<span class="words" dir="auto">(.*?)<\/span>/);
	const [, mine] = html.match(/<small>(.*?)<\/small>/s) ?? [];
	const [, count] = html.match(/<b>(\d+)<\/b>/) ?? [];
	const [, most, value2] = html.match(
		/<meter min="0" max="(\d+)" value="(\d+)"/) ?? [];

	assert.equal(value2, count, 'the bar and the number');
	return { words: unescapeHtml(words), ...count && { count: Number(count),
		most: Number(most) }, ...mine && { mine: plain(mine) },
	...field && { field, value } };
}

// {id, comes, options, notes} of each post with a question, in the order of the
// page. An option is {words, count, most, mine, field, value}, without what it
// does not have.
export function questions(html) {
	const found = html.matchAll(
		/<article class="post" id="p(\d+)".*?<\/article>/gs);

	return [...found].map(([post, id]) => {
		const [question] = post.match(
			/<div class="question">.*?(?=<p class="acts">)/s) ?? [];

		return question && { id: Number(id),
			comes: question.includes('<p class="asked">Who comes?</p>'),
			options: [...question.matchAll(/<li>(.*?)<\/li>/gs)]
				.map(([, option]) => optionOf(option)),
			notes: [...question.matchAll(/<p class="tally">(.*?)<\/p>/gs)]
				.flatMap(([, text]) => plain(text).split(' · ')) };
	}).filter(Boolean);
}

export async function questionOn(visitor, path, id) {
	const { text } = await visitor.get(path);

	return questions(text).find((question) => question.id === id);
}

// Presses the button of that answer, in the form around the posts.
export async function answerOn(visitor, path, id, n) {
	const { text } = await visitor.get(path);
	const { field, value } = questions(text)
		.find((question) => question.id === id).options[n];

	assert.ok(field, `no button for the answer ${n} of ${id} on ${path}`);
	const answer = await visitor.postRaw('/act',
		{ ...formFields(text, '/act'), [field]: value });

	await delivered(visitor.url);
	return answer;
}

// Lets a question end at that second: by default, long ago.
export async function endQuestion(redis, id, second = 1500000000) {
	const field = await redis('HGET', `post:${id}`, 'question');

	await redis('HSET', `post:${id}`, 'question',
		field.replace(/^\d+/, second));
}
