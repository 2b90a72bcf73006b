// kill -9 of a page program after each command with which a member asks,
// announces, dates, answers, reads, changes a date and cancels it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, hour } from '../lib/later.mjs';
import { broken } from './lib/invariants.mjs';
import { before, prepare } from './lib/pages.mjs';
import { quick, startSite } from './lib/site.mjs';

const site = await startSite(false, { env: quick });
const { anna, ben } = await prepare(site);

await site.data('SADD', 'hosts', 1);
await site.data('HSET', 'user:1', 'standing', 'host');
await site.save();
const asked = { author: 1, body: 'Who comes to the boats?' };
const day = (days) => at(24 * days * hour).slice(0, 10);

// What has followed from the post, in the end.
async function followed({ data }, id) {
	return {
		announced: await data('ZCARD', 'announcements'),
		dates: await data('ZRANGE', 'dates', 0, -1),
		jobs: (await data('ZRANGE', '{board}:due', 0, -1)).sort(),
		place: (await data('HGET', `post:${id}`, 'date')).split('\n')[1],
	};
}

test('an announcement with a question and a date is cut short', async () => {
	const fields = { status: asked.body, comes: 1, ends: at(48 * hour),
		remind: 1, announce: 1, date: day(3), place: 'Here', nonce: 'b' };
	const check = async (after) => {
		// It is completely there, or not at all.
		assert.deepEqual(await broken(site, before), [], `${after}`);
		const again = await anna.submit('/post', fields);

		assert.equal(again.status, 303, `${after}: ${again.text}`);
		assert.deepEqual(await broken(site, [...before, asked]), [], `${after}`);
		const [id] = await site.data('LRANGE', 'own:1', 0, 0);

		assert.deepEqual(await followed(site, id), { announced: 1, dates: [id],
			jobs: [`0 end ${id}`, `0 readers ${id}`, `0 remind ${id}`],
			place: 'Here' }, `${after}`);
	};
	const commands = await site.atEachCommand({ who: anna, page: 'post',
		fields }, check);

	assert.ok(commands > 12, `only ${commands} commands`);
});

// [who, page, fields, what must be there after it was done once more]
const acts = (id) => ({
	'answering': [ben, 'act', { answer: `${id}.0` },
		{ [`answers:${id}`]: ['0 2', '2'], 'answered:2': [id] }],
	'answering with guests': [ben, 'answer', { answer: `${id}.0`, guests: 2 },
		{ [`answers:${id}`]: ['0 2', '2'], 'answered:2': [id] }],
	'reading an announcement': [ben, 'act', { read: id },
		{ [`read:${id}`]: ['2'] }],
	'changing a date': [anna, 'edit', { id, version: '0', date: day(5),
		place: 'There' }, { dates: [id] }],
	'cancelling a date': [anna, 'act', { cancel: id }, { dates: [id] }],
});

const done = {
	'changing a date': /^\d+ 0 1 day\nThere$/,
	'cancelling a date': /^\d+ 0 1 day cancelled\nHere$/,
};

test('what members do with it is cut short', async () => {
	await site.restore();
	await anna.submit('/post', { status: asked.body, comes: 1, announce: 1,
		date: day(3), place: 'Here', nonce: 'c' });
	assert.deepEqual(await broken(site, [...before, asked]), []);
	await site.save();
	const [id] = await site.data('LRANGE', 'own:1', 0, 0);

	for (const [name, [who, page, fields, keys]] of Object.entries(acts(id))) {
		const check = async (after) => {
			const again = await who.submit(`/${page}`, fields);

			assert.equal(again.status, 303, `${name} ${after}`);
			assert.deepEqual(await broken(site, [...before, asked]), [],
				`${name} ${after}`);
			for (const [key, entries] of Object.entries(keys))
				assert.deepEqual(await site.data('ZRANGE', key, 0, -1),
					entries, `${name} ${after}: ${key}`);
			assert.match(await site.data('HGET', `post:${id}`, 'date'),
				done[name] ?? /^/, `${name} ${after}`);
		};

		assert.ok(await site.atEachCommand({ who, page, fields }, check) > 4,
			name);
	}
});
