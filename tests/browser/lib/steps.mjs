// Steps that a member takes on the pages, using labels and buttons.
import { press } from './browser.mjs';

export const password = 'correct horse battery';

export function button(page, name) {
	return page.getByRole('button', { name, exact: true });
}

export function link(page, name) {
	return page.getByRole('link', { name, exact: true });
}

// A form by the name of its button, since a page may have two with a "Name".
function formOf(page, name) {
	return page.locator('main form').filter({ has: button(page, name) });
}

// Fills in {label: text}, then presses the button.
export async function send(page, name, fields) {
	const form = formOf(page, name);

	for (const [label, text] of Object.entries(fields))
		await form.getByLabel(label, { exact: true }).fill(text);
	return press(page, button(form, name));
}

export function register(page, name, secret = password) {
	return send(page, 'Register', { Name: name, Password: secret,
		'Confirm password': secret });
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
