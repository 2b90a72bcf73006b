// Addresses as mail programs and people write them: an encoded @, or a slash at
// the end. They lead to the plain address for good.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAddress } from '../lib/page.mjs';
import { routes, sample } from '../lib/routes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url } = await borrowStack();
const shut = (await borrowStack({ RETWIS_READERS: 'members', ...lean })).url;
const anna = await member(url, 'anna');
const nobody = new Visitor(url);

await anna.write('A word, #quiet');

const moved = [
	['/%40anna', '/@anna'], ['/%40anna/1', '/@anna/1'], ['/@anna/', '/@anna'],
	['/%40anna/', '/@anna'], ['/@anna/1/', '/@anna/1'],
	['/%40anna/followers', '/@anna/followers'],
	['/%40anna/mentions/', '/@anna/mentions'],
	['/%40anna.atom', '/@anna.atom'], ['/timeline/', '/timeline'],
	['/timeline//', '/timeline'], ['/timeline.atom/', '/timeline.atom'],
	['/login/', '/login'], ['/about/', '/about'], ['/tag/quiet/', '/tag/quiet'],
	['/search/', '/search'],
];

test('such an address is moved to the plain one, with its query', async () => {
	for (const [path, plain] of moved)
		for (const query of ['', '?', '?q=a%2Fb/&x=//y'])
			for (const method of ['GET', 'HEAD']) {
				const { status, location, text } = await nobody.send(
					method, path + query);

				assert.deepEqual([status, location],
					[301, plain + query], path);
				assert.equal(text, '');
			}
	assert.equal((await anna.get('/account/')).location, '/account');
	for (const [path] of [['/%40anna'], ['/%40anna/1'], ['/@anna/']])
		assert.equal((await nobody.get((await nobody.get(path)).location))
			.status, 200);
});

const secrets = routes.addresses.filter(({ address }) => /TOKEN$/.test(address))
	.map(({ address }) => address.replace('TOKEN', ''));
const rows = routes.addresses.map(sample).filter((path) => path !== '/')
	.map((path) => ({ path,
		isSecret: secrets.some((secret) => `${path}/`.startsWith(secret)) }));

test('so is each address of the table, whoever asks, but those with a secret',
	async () => {
		for (const { path, isSecret } of rows)
			for (const visitor of [nobody, anna]) {
				const to = await visitor.moved(`${path}/`);

				assert.ok(isSecret ? Number.isInteger(to) : to === path,
					`${path}: ${to}`);
			}
	});

test('none leads to another site', async () => {
	for (const path of ['//evil.example/', '//evil.example//',
		'/\\evil.example/', '//', '///', '/\\', '//%40anna'])
		assert.equal((await nobody.get(path)).status, 404, path);
	for (const path of ['/%2F/evil.example/', '/%5Cevil.example/',
		'/%09/evil.example/', '/.//evil.example/', '/%2e//evil.example/',
		'/x/..//evil.example/', '/x/..%2f/evil.example/']) {
		const { status, location } = await nobody.get(path);

		assert.deepEqual([status, location], [301, path.slice(0, -1)]);
		assert.equal(new URL(location, url).origin, url);
	}
	assert.equal((await nobody.get(`/${'x'.repeat(3000)}/`)).status, 404);
});

test('an encoded @ in another place, or an encoded slash, is a name\'s', async () => {
	for (const path of ['/@%40anna', '/@anna%2F', '/%2540anna', '/x%40anna',
		'/tag/%40anna'])
		assert.notEqual((await nobody.get(path)).status, 301, path);
});

test('a form is not sent on', async () => {
	for (const path of ['/login/', '/timeline/', '/%40anna'])
		assert.ok((await anna.post(path)).status >= 400, path);
});

test('a link with a secret works as it is, or not at all', async () => {
	const token = '0'.repeat(33);

	for (const path of [`/join/${token}/`, `/reset/${token}/`, '/feed/x/',
		'/calendar/x/'])
		assert.ok((await nobody.get(path)).status >= 400, path);
});

test('on a site that members read, a stranger learns nothing', async () => {
	const stranger = new Visitor(shut), forger = new Visitor(shut);
	const ben = await member(shut, 'ben');
	const closed = withoutAddress(await stranger.get('/'));

	forger.cookies.set('auth', '0'.repeat(33));
	for (const [path, plain] of moved)
		assert.equal(await ben.moved(path), plain);
	const paths = ['/%40ben', '/@ben/', '/%40noone', '/@noone/',
		...rows.filter(({ isSecret }) => !isSecret)
			.map(({ path }) => `${path}/`)];

	for (const visitor of [stranger, forger])
		for (const path of paths)
			assert.deepEqual(withoutAddress(await visitor.get(path)), closed,
				path);
});
