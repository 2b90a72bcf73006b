// Forms with mistakes, with and without JavaScript: the reason is next to the
// field, the text is still there, and you can continue typing. With JavaScript
// passwords are still there, too, when you register.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, button, me, password, send, sendInPlace, ways, write }
	from './lib/steps.mjs';

const stack = await borrowStack();
const anna = await member(stack.url, 'anna');
let browser;

// `kept` and `bad`: by label. The browser's own validation lets these fields
// pass.
const mistakes = [
	{ title: 'a name in use', path: '/register', button: 'Register',
		fields: { Name: 'anna', Password: password,
			'Confirm password': password },
		status: 422, kept: { Name: 'anna' }, bad: { Name: /name is taken/ } },
	{ title: 'a name that is not allowed', path: '/register',
		button: 'Register',
		fields: { Name: 'Änne <&">', Password: password,
			'Confirm password': password },
		status: 422, kept: { Name: 'Änne <&">' }, bad: { Name: /./ } },
	{ title: 'a common password', path: '/register', button: 'Register',
		fields: { Name: 'ben', Password: 'password1',
			'Confirm password': 'password1' },
		status: 422, kept: { Name: 'ben' }, bad: { Password: /./ } },
	{ title: 'passwords that differ', path: '/register', button: 'Register',
		fields: { Name: 'ben', Password: password,
			'Confirm password': `${password}!` },
		status: 422, kept: { Name: 'ben' },
		bad: { 'Confirm password': /don't match/ } },
	{ title: 'everything wrong', path: '/register', button: 'Register',
		fields: { Name: '!', Password: '12345678',
			'Confirm password': 'x' },
		status: 422, kept: { Name: '!' }, bad: { Name: /./,
			Password: /./, 'Confirm password': /./ } },
	{ title: 'a post too long', path: '/', button: 'Post', who: anna,
		fields: { 'Write a post': `\n<b>&amp;\n${'é'.repeat(280)}` },
		status: 422,
		kept: { 'Write a post': `\n<b>&amp;\n${'é'.repeat(280)}` },
		bad: { 'Write a post': /280/ } },
	{ title: 'a post of spaces', path: '/', button: 'Post', who: anna,
		fields: { 'Write a post': ' \n ' }, status: 422,
		kept: { 'Write a post': ' \n ' },
		bad: { 'Write a post': /./ } },
];

// The messages that describe a control, as a screen reader finds them.
function describedBy(control) {
	return control.evaluate((element) =>
		(element.getAttribute('aria-describedby') ?? '').split(' ')
			.map((id) => document.getElementById(id))
			.filter((p) => p?.matches('.bad'))
			.map((p) => p.innerText).join(' '));
}

// Runs in the page: everything about a control that is asserted, since asking
// the page costs more than its answer. `below` is how many pixels below the
// control its message is, or undefined if the message is not visible.
function look(control) {
	const messages = (control.getAttribute('aria-describedby') ?? '')
		.split(' ').map((id) => document.getElementById(id))
		.filter((p) => p?.matches('.bad'));
	const message = document.getElementById(`${control.id}-bad`);

	return {
		value: control.value,
		invalid: control.getAttribute('aria-invalid'),
		described: messages.map((p) => p.innerText).join(' '),
		isFocused: control === document.activeElement,
		below: message?.checkVisibility({ checkOpacity: false,
			checkVisibilityCSS: true }) &&
			message.getBoundingClientRect().height
			? message.getBoundingClientRect().top -
				control.getBoundingClientRect().bottom
			: undefined,
	};
}

function isFocused(control) {
	return control.evaluate((e) => e === document.activeElement);
}

async function assertControl(page, { label, kept = '', bad, isFirst }) {
	const { value, invalid, described, isFocused: has, below } =
		await page.getByRole('main').getByLabel(label, { exact: true })
			.evaluate(look);

	assert.equal(value, kept, label);
	assert.equal(invalid, bad ? 'true' : null, label);
	assert.match(described, bad ?? /^$/, label);
	assert.equal(has, isFirst, `focus: ${label}`);
	if (bad)
		assert.ok(below >= 0 && below < 20, `${label}: ${below}`);
}

async function makeMistake({ page, check }, mistake, isInPlace) {
	const { fields, bad } = mistake;
	const [first] = Object.keys(bad);
	const kept = isInPlace ? fields : mistake.kept;

	await page.goto(mistake.path);
	const answer = await (isInPlace ? sendInPlace : send)(page,
		mistake.button, fields);

	assert.equal(answer.status(), mistake.status);
	for (const label of Object.keys(fields))
		await assertControl(page, { label, bad: bad[label],
			kept: kept[label], isFirst: label === first });
	check();
}

// Runs in the page: notes what the button becomes while a form is being sent.
function noteButton() {
	window.shown = [];
	document.addEventListener('submit', ({ submitter }) =>
		window.shown.push(submitter.textContent));
}

// After a mistake all that was typed is there, and only that has to be changed.
// The button shows that it works, and the page that follows is loaded once,
// since what is new on it counts as seen.
async function corrects(name) {
	const { page, close } = await openWindow(browser, stack.url);
	const loaded = [];

	page.on('response', (response) => loaded.push(
		response.url().slice(stack.url.length)));
	await page.goto('/register?back=/timeline');
	await page.evaluate(noteButton);
	for (const typed of ['anna', 'admin'])
		await sendInPlace(page, 'Register', { Name: typed,
			...typed === 'anna' && { Password: password,
				'Confirm password': password } });
	assert.equal(await page.title(), 'Register · Retwis');
	assert.deepEqual(await page.evaluate('shown'),
		['Registering…', 'Registering…']);
	await page.getByLabel('Name').fill(` ${name.toUpperCase()} `);
	await press(page, button(page, 'Register'));
	assert.equal(await me(page).getAttribute('href'), `/@${name}`);
	assert.deepEqual(loaded.filter((path) => /^\/(timeline)?(\?|$)/
		.test(path)), ['/timeline']);
	await close();
}

async function shows() {
	const { page, close } = await openWindow(browser, stack.url);
	const field = (id) => page.locator(`#register-${id}`);
	const reveal = field('password').locator('+ button');
	const types = () => Promise.all(['password', 'password2'].map((id) =>
		field(id).getAttribute('type')));

	await page.goto('/register');
	await field('password').fill(password);
	for (const [text, type] of [['Show', 'text'], ['Hide', 'password'],
		['Show', 'text']]) {
		assert.equal(await reveal.textContent(), `${text}: Password`);
		await reveal.click();
		assert.deepEqual(await types(), [type, 'password']);
	}
	assert.equal(await field('password').inputValue(), password);
	// What is sent is a password again, which a browser treats as one.
	await sendInPlace(page, 'Register', { Name: 'anna',
		'Confirm password': password });
	assert.deepEqual(await types(), ['password', 'password']);
	await close();
}

async function denied({ page, check }, name, secret) {
	await page.goto('/login');
	const answer = await send(page, 'Sign in',
		{ Name: name, Password: secret });

	assert.equal(answer.status(), 401);
	assert.equal(await page.getByRole('alert').innerText(),
		'Wrong name or password.');
	assert.match(await describedBy(page.getByLabel('Name')), /Wrong/);
	assert.equal(await page.getByLabel('Name').inputValue(), name);
	assert.ok(await isFocused(page.getByLabel('Name')));
	assert.equal(await page.getByLabel('Password').inputValue(), '');
	check();
}

// A mistake that the browser detects never reaches the site, with a script or
// without.
async function heldBack({ page, check }, path, name, label) {
	await page.goto(path);
	const form = page.locator('main form').filter(
		{ has: button(page, name) });
	const control = form.getByLabel(label, { exact: true });

	// A draft may have come back.
	await control.fill('');
	await button(form, name).click();
	await page.waitForFunction((e) => e === document.activeElement,
		await control.elementHandle());
	assert.equal(await control.evaluate((e) => e.validity.valueMissing),
		true);
	check();
}

function allForms({ javaScriptEnabled }) {
	let out, signedIn;

	before(async () => {
		out = await openWindow(browser, stack.url,
			{ javaScriptEnabled });
		signedIn = await openWindow(browser, stack.url, {
			javaScriptEnabled, cookie: anna.cookies.get('auth'),
		});
	});
	for (const mistake of mistakes)
		test(mistake.title, () =>
			makeMistake(mistake.who ? signedIn : out, mistake,
				javaScriptEnabled && mistake.path === '/register'));
	test('a wrong password', () => denied(out, 'anna', 'not this one'));
	test('a wrong name', () => denied(out, '"nobody"', password));
	test('no name', () => heldBack(out, '/register', 'Register', 'Name'));
	test('no post', () => heldBack(signedIn, '/', 'Post', 'Write a post'));
	test('nothing was stored; what is corrected is', async () => {
		await signedIn.page.goto('/');
		assert.deepEqual(await bodies(signedIn.page), []);
		await send(signedIn.page, 'Post', { 'Write a post': ' ' });
		await write(signedIn.page, 'Corrected');
		assert.deepEqual(await bodies(signedIn.page), ['Corrected']);
		await stack.redis('DEL', 'posts:1', 'own:1', 'timeline');
	});
}

describe('forms with mistakes', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	for (const way of ways)
		describe(way.title, () => allForms(way));
	test('what is corrected is registered, with the passwords as typed', () =>
		corrects('berta'));
	test('a script shows a password, and hides it again', () => shows());
});
