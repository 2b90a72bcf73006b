// Steps that a member takes on the pages, using labels and buttons.
import { press } from './browser.mjs';

export const password = 'correct horse battery';

// What belongs to a post is also called after it: "Like 3 @anna 5 minutes ago".
// "Liked 3 (undo) @anna just now" says what pressing it does.
function calledAfterPost(name) {
	const text = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

	return new RegExp(`^${text}( \\(undo\\))?( [^\\d(].*)?$`);
}

function control(page, role, name) {
	return page.getByRole(role, /^(Reply|Repost|Like)/.test(name)
		? { name: calledAfterPost(name) } : { name, exact: true });
}

export function button(page, name) {
	return control(page, 'button', name);
}

export function link(page, name) {
	return control(page, 'link', name);
}

// A form by the name of its button, since a page may have two with a "Name".
function formOf(page, name) {
	return page.locator('main form').filter({ has: button(page, name) });
}

// Fills in {label: text} of the form with that button, and returns the button.
async function fillIn(page, name, fields) {
	const form = formOf(page, name);

	for (const [label, text] of Object.entries(fields))
		await form.getByLabel(label, { exact: true }).fill(text);
	return button(form, name);
}

// Fills in {label: text}, then presses the button.
export async function send(page, name, fields) {
	return press(page, await fillIn(page, name, fields));
}

// The same for a form that a script sends: the answer, with a mistake, comes into
// the page that is there.
export async function sendInPlace(page, name, fields) {
	const sent = await fillIn(page, name, fields);
	const [answer] = await Promise.all([page.waitForResponse((response) =>
		response.request().method() === 'POST'), sent.click()]);

	await page.locator('[aria-invalid]:focus').waitFor();
	return answer;
}

function newcomer(name, secret) {
	return { Name: name, Password: secret, 'Confirm password': secret };
}

export function register(page, name, secret = password) {
	return send(page, 'Register', newcomer(name, secret));
}

// With a mistake; with a script or without.
export function registerInVain(page, name, secret = password) {
	return sendInPlace(page, 'Register', newcomer(name, secret));
}

export function signIn(page, name, secret = password) {
	return send(page, 'Sign in', { Name: name, Password: secret });
}

// The link to one's own profile; its address shows who is signed in.
export function me(page) {
	return page.locator('.places a[href^="/@"]');
}

// On one's own profile.
export function openSettings(page) {
	return page.getByText('Settings', { exact: true }).click();
}

export async function signOut(page) {
	await press(page, me(page));
	await openSettings(page);
	return press(page, button(page, 'Sign out'));
}

export function write(page, text) {
	return send(page, 'Post', { 'Write a post': text });
}

export function bodies(page) {
	return page.locator('.post .body').allInnerTexts();
}

// The button that undoes it says so to a screen reader.
export function following(name) {
	return `Following ✓ (unfollow @${name})`;
}

// {Followers, Following}
export async function counts(page) {
	const texts = await page.locator('a[href*="/follow"]:has(> strong)')
		.allTextContents();

	return Object.fromEntries(texts.map((text) => text.split(' '))
		.map(([n, what]) => [what.replace(/r$/, 'rs'), Number(n)]));
}

// Runs the tests twice: with and without JavaScript.
export const ways = [
	{ title: 'with JavaScript', javaScriptEnabled: true, tag: 'js' },
	{ title: 'without JavaScript', javaScriptEnabled: false, tag: 'plain' },
];
