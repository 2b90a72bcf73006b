/*
 * Like, Repost, Follow, the answers to a question, and what is below a post on its own page, without
 * leaving the page: sends the form from here, and takes the new button and the
 * new numbers from the answer, which is the page of that post or member. So the
 * place and the Back button stay as they are. Nothing else needs this script:
 * after any unexpected answer the form is sent as if the script weren't there.
 */
"use strict";

(function () {
	const BUTTONS = "form[action='/act'] " +
		":is(.acts, .question, .tools) button, " +
		"form[action='/follow'] button";
	const { unreachable } = document.currentScript.dataset;
	const { read, write } = window.numerals ||
		{ read: (text) => parseInt(text, 10), write: String };
	let isPlain = false, said = null;

	/* ---- what the answer changes on this page --------------------------- */

	/* The focus stays where it is, although the button is another one. */
	function replace(old, fresh) {
		const copy = document.importNode(fresh, true);
		const inside = (e) => [e, ...e.querySelectorAll("a, button")];
		const at = inside(old).indexOf(document.activeElement);
		const focused = inside(copy)[at];

		old.replaceWith(copy);
		if (focused)
			focused.focus({ preventScroll: true });
	}

	/* On its own page, who likes the post is below it. */
	function replaceLikers(answer, post) {
		const old = document.querySelector(".focus .known");
		const fresh = answer.querySelector(".focus .known");

		if (!post.closest(".focus"))
			return;
		if (old)
			old.remove();
		if (fresh)
			post.after(document.importNode(fresh, true));
	}

	/* A post may be here twice, as itself and as somebody's repost. */
	function replacePart(answer, button) {
		const post = button.closest(".post");
		const part = "#" + post.id +
			(button.closest(".question") ? " .question" : " .acts");
		const fresh = answer.querySelector(part);

		if (!fresh)
			return false;
		for (const old of document.querySelectorAll(part))
			replace(old, fresh);
		replaceLikers(answer, post);
		return true;
	}

	/* On its own page: what else can be done with the post. */
	function replaceTools(answer, button) {
		const old = button.closest(".tools");
		const fresh = answer.querySelector(".tools");
		const hasFocus = document.activeElement === button;

		if (!fresh)
			return false;
		old.replaceWith(document.importNode(fresh, true));
		if (!hasFocus)
			return true;
		/* The focus goes to the button that undoes it. */
		for (const other of document.querySelectorAll(".tools button"))
			if (!old.querySelector("[name='" + other.name + "']"))
				other.focus({ preventScroll: true });
		return true;
	}

	/* "1 Follower" becomes "2 Followers". */
	function replaceCounts(answer) {
		for (const old of document.querySelectorAll(".tabs a"))
			for (const fresh of answer.querySelectorAll(".tabs a"))
				if (old.href === fresh.href)
					old.replaceChildren(...fresh.childNodes);
	}

	/* At home, next to the button, is how many members you follow. */
	function countFollowing(by) {
		for (const n of document.querySelectorAll(
			".counts a[href$='/following'] strong"))
			n.textContent = write(read(n.textContent) + by);
	}

	function replaceFollow(answer, button) {
		const same = "form[action='/follow'] button[value='" +
			button.value + "']";
		const fresh = answer.querySelector(same);

		if (!fresh)
			return false;
		if (fresh.name !== button.name)
			countFollowing(button.name === "follow" ? 1 : -1);
		for (const old of document.querySelectorAll(same))
			replace(old, fresh);
		replaceCounts(answer);
		return true;
	}

	/* ---- what went wrong ------------------------------------------------ */

	function hush() {
		if (said)
			said.remove();
		said = null;
	}

	function say(button, text) {
		hush();
		said = document.createElement("p");
		said.className = "bad";
		said.setAttribute("role", "alert");
		said.textContent = text;
		(button.closest(".acts, .question, .tools") || button).after(said);
	}

	function sendPlainly(form, button) {
		isPlain = true;
		form.requestSubmit(button);
		isPlain = false;
	}

	/* ---- sending -------------------------------------------------------- */

	/*
	 * The answer leads to the post itself, or to the member's profile; to
	 * this page for a question, whose buttons may be others on its own page.
	 */
	function fieldsOf(form, button) {
		const fields = new URLSearchParams(new FormData(form));
		const post = button.closest(".post");

		fields.set(button.name, button.value);
		if (button.closest(".question"))
			return fields;
		if (!button.closest(".tools"))
			fields.delete("back");
		if (post)
			fields.set("back", post.querySelector(".when")
				.getAttribute("href"));
		return fields;
	}

	/* {ok, page} of the answer. It is sent even if you leave meanwhile. */
	async function send(form, button) {
		const answer = await fetch(form.action, { method: "POST",
			body: fieldsOf(form, button), keepalive: true });
		const text = await answer.text();

		return { ok: answer.ok, page: new DOMParser()
			.parseFromString(text, "text/html") };
	}

	/* Too often, or the database is away: nothing else helps but waiting. */
	function reasonToWait(page) {
		const number = page.querySelector(".fault .number");
		const reason = page.querySelector(".fault p:not([class])");

		return number && reason && /^(429|503)$/.test(number.textContent)
			? reason.textContent : null;
	}

	function take({ ok, page }, form, button) {
		const replaceIt = button.closest(".tools") ? replaceTools
			: button.closest(".post") ? replacePart : replaceFollow;
		const reason = ok ? null : reasonToWait(page);

		if (reason)
			say(button, reason);
		else if (!ok || !replaceIt(page, button))
			sendPlainly(form, button);
	}

	async function press(form, button) {
		let answer;

		hush();
		button.setAttribute("aria-busy", "true");
		try {
			answer = await send(form, button);
		} catch {
			say(button, unreachable);
		}
		button.removeAttribute("aria-busy");
		if (answer)
			take(answer, form, button);
	}

	document.addEventListener("submit", function (event) {
		const { target, submitter } = event;

		if (isPlain || !submitter || !submitter.name ||
			!submitter.matches(BUTTONS))
			return;
		event.preventDefault();
		if (!submitter.hasAttribute("aria-busy"))
			press(target, submitter);
	});
})();
