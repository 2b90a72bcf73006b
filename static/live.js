/*
 * Live updates: a link says how many posts have come since the page was made,
 * and loads them; in a conversation it says how many replies, and leads to the
 * newest. The bell counts the notices that you have not read. Nothing needs this
 * script; without it, or without an answer, the page stays as it is.
 *
 * A browser opens few connections to one site. So of all your open pages, only
 * one that you can see has a connection.
 */
"use strict";

(function () {
	const FIRST_WAIT = 5000, LONGEST_WAIT = 300000;
	const words = document.currentScript.dataset;
	const { from } = words;
	const { read, write } = window.numerals ||
		{ read: (text) => parseInt(text, 10), write: String };
	const bell = document.querySelector(".bell");
	const posts = document.querySelector(".posts");
	const title = document.title;
	const isTalk = from.includes("at=conversation");
	let source, timer, wait = FIRST_WAIT, ended = false;

	/* A screen reader reads out only an element that was there before. */
	const news = document.createElement("p");

	news.className = "news";
	news.setAttribute("role", "status");
	if (posts)
		posts.querySelector("h2").after(news);

	function atMost(n, most) {
		return n < most ? write(n) : write(most) + "+";
	}

	/* The form of the language for this number: "1 new post", "2 new posts". */
	function formFor(n, all) {
		const { forms } = words;

		return all.split("|")[forms[Math.min(n, forms.length - 1)]];
	}

	function make(name, className, text) {
		const element = document.createElement(name);

		element.className = className;
		element.textContent = text;
		return element;
	}

	/*
	 * A reply may be on another page of the conversation. Its own address leads
	 * there: the site puts the name of its author in the place of this one.
	 */
	function addressOf(newest) {
		return isTalk ? location.pathname.replace(/[^/]*$/, newest)
			: location.pathname;
	}

	/*
	 * The link stays, since a new one would not have the focus; and a text that
	 * is the same would only be read out once more.
	 */
	function showPosts(n, newest) {
		const link = news.querySelector("a") || make("a", "", "");

		document.title = n ? "(" + atMost(n, 50) + ") " + title : title;
		if (!n) {
			news.replaceChildren();
			return;
		}
		const text = formFor(n, words.news).replace("{n}", atMost(n, 50));

		link.href = addressOf(newest);
		if (link.textContent !== text)
			link.textContent = text;
		if (!link.parentNode)
			news.append(link);
	}

	/* The same markup as in templates/layout.tpl and home.tpl. */
	function showUnread(n) {
		for (const number of document.querySelectorAll(".unread"))
			number.textContent = write(n);
		if (!bell)
			return;
		const [before, after = ""] = n
			? formFor(n, words.unread).split("{n}") : [words.bell];

		bell.replaceChildren(make("span", "hush", before));
		if (n)
			bell.append(make("span", "badge",
				n > 99 ? write(99) + "+" : write(n)),
				make("span", "hush", after));
	}

	/*
	 * A page that has just been loaded knows best, above all the one that
	 * shows the notifications: it tells the other tabs of this member.
	 */
	function tellTabs() {
		const me = document.querySelector(".places a[href^='/@']");

		if (!bell || !me || !window.BroadcastChannel)
			return;
		const tabs = new BroadcastChannel("bell " + me.pathname);
		const badge = bell.querySelector(".badge");
		const text = badge ? badge.textContent : "0";

		tabs.addEventListener("message", function (event) {
			showUnread(event.data);
		});
		tabs.postMessage(read(text) + (text.endsWith("+") ? 1 : 0));
	}

	function show(event) {
		const told = JSON.parse(event.data);

		if (posts)
			showPosts(told.posts, parseInt(event.lastEventId, 10));
		showUnread(told.unread);
	}

	function close() {
		clearTimeout(timer);
		if (source)
			source.close();
		source = null;
	}

	/* A browser connects again by itself, but not after an error page. */
	function retry() {
		if (source.readyState !== EventSource.CLOSED)
			return;
		close();
		timer = setTimeout(open, wait * (0.5 + Math.random()));
		wait = Math.min(2 * wait, LONGEST_WAIT);
	}

	function open() {
		if (source || ended || document.hidden)
			return;
		clearTimeout(timer);
		source = new EventSource(from);
		source.addEventListener("open", function () { wait = FIRST_WAIT; });
		source.addEventListener("message", show);
		source.addEventListener("error", retry);
		source.addEventListener("end", function () {
			ended = true;
			close();
		});
	}

	function look() {
		if (document.hidden)
			close();
		else
			open();
	}

	tellTabs();
	document.addEventListener("visibilitychange", look);
	window.addEventListener("pageshow", look);
	window.addEventListener("pagehide", close);
})();
