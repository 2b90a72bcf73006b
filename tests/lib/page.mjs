// What tests need to know about a page.
const entities = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

export function unescapeHtml(text) {
	return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, e) => entities[e]);
}

// Templates break lines inside tags, where it does not matter.
function tidy(html) {
	return html.replace(/<[^<>]*>/g, (tag) =>
		tag.replace(/\s*\n\s*(>?)/g, (_, end) => end || ' '));
}

function find(html, pattern) {
	const found = tidy(html).match(pattern);

	return found ? unescapeHtml(found[1]) : undefined;
}

// The value of the first <input> of that name.
export function formValue(html, name) {
	return find(html, new RegExp(`<input[^>]* name="${name}"` +
		'(?: type="[^"]*")? value="([^"]*)"'));
}

// Browsers send no box that is not ticked. Files are sent by multipart.mjs.
function isSent([input]) {
	return !/ type="file"/.test(input) &&
		(!/ type="checkbox"/.test(input) || / checked\b/.test(input));
}

// {name: value} of the form in <main> with that action, as a browser sends it.
export function formFields(html, action) {
	const [, main] = html.match(/<main[^>]*>(.*)<\/main>/s) ?? [];
	const [, form] = main?.match(new RegExp(
		`<form[^>]* action="${action}"[^>]*>(.*?)</form>`, 's')) ?? [];
	const inputs = [...tidy(form ?? '').matchAll(
		/<input[^>]* name="([^"]*)"(?:[^>]* value="([^"]*)")?[^>]*>/g)]
		.filter(isSent);
	const texts = (form ?? '').matchAll(
		/<textarea[^>]* name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs);

	return form && Object.fromEntries([...inputs, ...texts].map(
		([, name, value = '']) => [name, unescapeHtml(value)]));
}

// The messages next to fields and at the top of forms.
export function messages(html) {
	const found = tidy(html).matchAll(
		/<p class="bad" id="([^"]*)" role="alert">([^<]*)<\/p>/g);

	return Object.fromEntries([...found].map(([, id, text]) =>
		[id, unescapeHtml(text)]));
}

// The ids of the messages about fields that are marked as wrong.
export function faults(html) {
	const wrong = tidy(html).match(/<[^>]* aria-invalid="true"[^>]*>/g) ?? [];

	return wrong.flatMap((tag) =>
		tag.match(/aria-describedby="([^"]*)"/)[1].split(' '));
}

// The answer to somebody who has to sign in, without what differs between two
// addresses of which neither is said to exist: the address itself.
export function withoutAddress({ status, headers, text }) {
	const { date, 'content-length': length, ...others } = headers;

	return { status, headers: others,
		text: text.replace(/\?back=[^"]*(?=")/g, '')
			.replace(/<input type="hidden" name="back"[^>]*>\n/, '')
			.replace(/: you'll go\s+straight to the page you wanted/, '') };
}

export function heading(html) {
	return find(html, /<h1[^>]*>(.*?)<\/h1>/s)?.replace(/<[^>]*>/g, '');
}

export function count(html, what) {
	return Number(find(html, new RegExp(
		`<strong>(\\d+)</strong> ${what.replace(/s$/, 's?')}<`)));
}

export function newest(html) {
	const found = tidy(html).matchAll(/<li><a href="([^"]*)"><bdi>@(.*?)<\/bdi>/gs);

	return [...found].map(([, path, name]) =>
		({ path, name: unescapeHtml(name) }));
}

// {name, path} of the tags next to the timeline.
export function trending(html) {
	const [, list] = html.match(/<h2 id="trending">(.*?)<\/ul>/s) ?? [];
	const found = (list ?? '').matchAll(
		/<li><a href="([^"]*)"><bdi>#(.*?)<\/bdi><\/a>/g);

	return [...found].map(([, path, name]) =>
		({ path, name: unescapeHtml(name) }));
}

// {name, path, posts} of the tags that a search has found.
export function foundTags(html) {
	const found = tidy(html).matchAll(new RegExp('<li><a href="([^"]*)">' +
		'<bdi>#(.*?)</bdi>\\s*<span class="many">(.*?)</span></a>', 'gs'));

	return [...found].map(([, path, name, posts]) =>
		({ path, name: unescapeHtml(name), posts }));
}

// {name, path, line} of a list of members.
export function people(html) {
	const [, list] = html.match(/<ul class="people">(.*?)<\/ul>/s) ?? [];
	const found = (list ?? '').matchAll(new RegExp('<a href="([^"]*)">' +
		'<bdi>@(.*?)</bdi></a>(?:\\s*<p class="bio" dir="auto">(.*?)</p>)?',
	'gs'));

	return [...found].map(([, path, name, line]) => ({ path,
		name: unescapeHtml(name), line: line && unescapeHtml(line) }));
}

// {name, field, value} of each button to follow or unfollow; on a profile there
// is no name.
export function followButtons(html) {
	const found = tidy(html).matchAll(new RegExp('<button [^>]*' +
		'name="((?:un)?follow)" value="(\\d+)">' +
		'[^<]*(?:<span class="hush">[^<@]*(?:@([^<)]*))?)?', 'g'));

	return [...found].map(([, field, value, name]) =>
		({ name: name && unescapeHtml(name), field, value }));
}

// {Newer, Older}: the addresses of these links.
export function pager(html) {
	const found = tidy(html).matchAll(/<a href="([^"]*)" rel="\w+">(\w+)<\/a>/g);

	return Object.fromEntries([...found].map(([, path, text]) =>
		[text, unescapeHtml(path)]));
}

const post = new RegExp('<article class="post" id="p\\d+"[^>]*>.*?' +
	'<a class="who" href="([^"]*)"><bdi>@(.*?)</bdi>.*?' +
	'<a class="when" href="([^"]*)"><time datetime="([^"]*)"[^>]*>(.*?)</time>.*?' +
	'<p class="body" dir="auto"[^>]*>(.*?)</p>', 'gs');

// As it was written: addresses in full, no other markup.
function bodyText(html) {
	return unescapeHtml(html
		.replace(/<a href="([^"]*)" rel="nofollow[^>]*>.*?<\/a>/g, '$1')
		.replace(/<[^>]*>/g, ''));
}

export function posts(html) {
	return [...tidy(html).matchAll(post)].map(
		([, profile, name, path, when, ago, body]) => ({ profile, path,
			when, ago, name: unescapeHtml(name),
			body: bodyText(body) }));
}

export function bodies(html) {
	return posts(html).map((p) => p.body);
}

const archivedPost = new RegExp('<article class="post" aria-label="[^"]*">.*?' +
	'<time datetime="([^"]*)".*?<p class="body" dir="auto"[^>]*>(.*?)</p>', 'gs');

// The posts of a member's archive on a profile, which have no pages of their
// own.
export function archived(html) {
	return [...tidy(html).matchAll(archivedPost)].map(
		([, when, body]) => ({ when, body: bodyText(body) }));
}

// How many notifications are unread, according to the navigation: '' for none,
// and undefined for a visitor who is signed out.
export function unread(html) {
	const [, bell] = tidy(html)
		.match(/<a class="bell icon"[^>]*>(.*?)<\/a>/s) ?? [];

	return bell && (bell.match(/<span class="badge">(.*?)<\/span>/)?.[1] ?? '');
}

// {text, isNew, words, path}: what happened, and to which post.
export function notices(html) {
	const lists = [...html.matchAll(
		/<section( class="new")?[^>]*>\s*<h2[^>]*>.*?<ul class="notices">(.*?)<\/ul>/gs)];
	const all = lists.flatMap(([, isNew, list]) =>
		list.split('<li ').slice(1).map((one) => ({ isNew, one })));
	const text = (one) => unescapeHtml(one.replace(/<[^>]*>/g, ''))
		.replace(/\s+/g, ' ').trim();

	return all.map(({ isNew, one }) => {
		const [, path, words] = one.match(
			/<a class="quote" href="([^"]*)"[^>]*>(.*?)<\/a>/s) ?? [];

		return { text: text(one.match(/<span>(.*?)<\/span>\s*<time/s)[1]),
			isNew: Boolean(isNew), path,
			words: words && unescapeHtml(words) };
	});
}

// The questions on a page: {post id: [{count, own}]}, without those that are in
// no card.
export function questions(html) {
	const articles = html.matchAll(
		/<article class="post" id="p(\d+)"[^>]*>(.*?)<\/article>/gs);
	const options = (article) => [...article.matchAll(
		/<li>\s*<(?:button|div)[^>]*class="option( own)?"(.*?)<\/li>/gs)]
		.map(([, own, option]) => ({ own: Boolean(own),
			count: Number(option.match(/<b>(\d+)<\/b>/)[1]) }));

	return Object.fromEntries([...articles]
		.map(([, id, article]) => [id, options(article)])
		.filter(([, all]) => all.length));
}

function act(article, form) {
	const [, done, field, value, count] = article.match(new RegExp(
		`<button type="submit" class="icon ${form}( done)?" ` +
		'name="(\\w+)" value="(\\d+)"[^>]*><i>\\w+</i>' +
		'(?: <b>(\\d+)</b>)?(?:<i> \\(undo\\)</i>)?</button>')) ?? [];
	const [, plain] = article.match(
		new RegExp(`<span>(\\d+) ${form}s?</span>`)) ?? [];

	return { field, value, done: Boolean(done),
		count: Number(count ?? plain ?? 0) };
}

// {id, by, like, repost} of each post: who has reposted it, and the buttons as
// {field, value, done, count}; if there is no button, there is no field.
export function acts(html) {
	const articles = tidy(html).matchAll(
		/<article class="post" id="p(\d+)"[^>]*>(.*?)<\/article>/gs);

	return [...articles].map(([, id, article]) => {
		const [, by] = article.match(new RegExp('<p class="context">' +
			'<a href="[^"]*"><bdi>@(.*?)</bdi></a> reposted</p>')) ?? [];

		return { id: Number(id), by: by && unescapeHtml(by),
			like: act(article, 'like'), repost: act(article, 'repost') };
	});
}
