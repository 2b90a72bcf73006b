// Signing out: in this browser, and everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { formValue, heading } from '../lib/page.mjs';

const { url } = await borrowStack();

test('signing out asks first, and by POST only', async () => {
	const visitor = await member(url, 'asked');
	const page = await visitor.get('/logout');

	assert.equal(heading(page.text), 'Sign out');
	assert.ok(formValue(page.text, 'csrf'));
	assert.equal(heading((await visitor.get('/')).text), 'Home');
});

test('signing out ends the session of this browser', async () => {
	const phone = await member(url, 'both');
	const desk = new Visitor(url);

	await desk.login('both');
	const secret = phone.cookies.get('auth');

	assert.notEqual(desk.cookies.get('auth'), secret);
	const answer = await phone.logout();

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	assert.match(answer.headers['set-cookie'][0], /^auth=; .*Max-Age=0/);
	assert.deepEqual([...phone.cookies.keys()], ['browser']);
	phone.cookies.set('auth', secret);
	assert.match((await phone.get('/')).text, /action="\/login"/);
	assert.equal(heading((await desk.get('/')).text), 'Home');
});

test('signing out everywhere ends all of them', async () => {
	const phone = await member(url, 'lost');
	const desk = new Visitor(url);

	await desk.login('lost');
	assert.equal((await desk.logoutEverywhere()).location, '/');
	assert.deepEqual([...desk.cookies.keys()], ['browser']);
	assert.match((await phone.get('/')).text, /action="\/login"/);
	assert.equal((await phone.login('lost')).status, 303);
	assert.equal(heading((await phone.get('/')).text), 'Home');
});

test('after signing out one signs in again', async () => {
	const visitor = await member(url, 'back');

	await visitor.logout();
	assert.equal((await visitor.login('back')).status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Home');
});
