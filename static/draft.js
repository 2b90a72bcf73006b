/*
 * Keeps what you type until it is posted or you empty the field: whether you
 * like another post, follow a link and come back, or reload.  Each reply has a
 * draft of its own, and so has the next post.  Nothing else needs this script.
 *
 * Drafts are kept for this tab alone, until you sign out, and nobody else who
 * signs in here gets them.
 */
"use strict";

(function () {
	const form = document.querySelector("form.write");
	const me = document.querySelector(".places a[href^='/@']");
	const by = me && me.getAttribute("href");

	/* ---- the drafts of this tab ----------------------------------------- */

	/*
	 * {by, of: {WHICH: {status, at, ..., nonce, isSent, posted}}}: by whom, and
	 * of which form, with all its fields; `posted` are the nonces of those that
	 * were stored.
	 *
	 * The browser may not let us store anything: then there are none.
	 */
	function load() {
		try {
			return JSON.parse(sessionStorage.getItem("drafts")) || {};
		} catch {
			return {};
		}
	}

	function loadMine() {
		const drafts = load();

		return drafts.by === by ? drafts.of : {};
	}

	function store(of) {
		try {
			sessionStorage.setItem("drafts", JSON.stringify({ by, of }));
		} catch {
			/* The browser itself may still bring the text back. */
		}
	}

	function clear() {
		try {
			sessionStorage.clear();
		} catch {
			/* There is nothing to clear. */
		}
	}

	/*
	 * An empty draft stays: when you come back by Back, a browser may have
	 * filled in the text that has been posted.
	 */
	function emptySent() {
		const drafts = loadMine();

		for (const [of, draft] of Object.entries(drafts))
			if (draft.isSent)
				drafts[of] = { posted: [draft.nonce]
					.concat(draft.posted).slice(0, 20) };
		store(drafts);
	}

	/* ---- the draft of this form ----------------------------------------- */

	const which = form && form.elements.reply_to
		? form.elements.reply_to.value : "";

	/* The fields that somebody fills in, or ticks; pictures can't be kept. */
	function fields() {
		return Array.from(form.elements).filter((field) =>
			field.name && field.type !== "hidden" &&
			field.type !== "file" && !field.closest(".adding"));
	}

	/* A box that is not ticked is like an empty field. */
	function valueOf(field) {
		return field.type !== "checkbox" || field.checked ? field.value : "";
	}

	function keep(isSent) {
		const drafts = loadMine();
		const { posted = [] } = drafts[which] || {};

		drafts[which] = { nonce: form.elements.nonce.value, isSent, posted };
		for (const field of fields())
			drafts[which][field.name] = valueOf(field);
		store(drafts);
	}

	/* Whether this page is new, and not one to which you have come back. */
	function isNew(isFromMemory) {
		const [visit] = performance.getEntriesByType("navigation");

		return !isFromMemory && visit.type === "navigate";
	}

	/*
	 * A text that the site gives back is newer than what was kept.  A page
	 * from the browser's memory may have a form that has been posted: the
	 * site would take a second text in it for the first one.
	 */
	function bringBack(isFromMemory) {
		const { nonce } = form.elements;
		const draft = loadMine()[which];

		if (draft && draft.posted.includes(nonce.value))
			location.reload();
		else if (isGivenBack() && isNew(isFromMemory))
			keep(false);
		else if (draft)
			show(draft);
	}

	/* Whether the site has filled in a field. */
	function isGivenBack() {
		return fields().some((field) => field.type === "checkbox"
			? field.defaultChecked : field.defaultValue);
	}

	function showField(field, value) {
		if (field.type === "checkbox")
			field.checked = value !== "";
		else
			field.value = value;
	}

	/* A part of the form is open if something in it is filled in. */
	function show(draft) {
		for (const field of fields())
			showField(field, draft[field.name] || "");
		for (const part of form.querySelectorAll(
			"details:not(.adding)"))
			part.open = fields().some((field) =>
				part.contains(field) && valueOf(field) !== "");
		form.elements.status.dispatchEvent(
			new Event("input", { bubbles: true }));
	}

	/* ---- the button ----------------------------------------------------- */

	const button = form && form.querySelector("button");
	const label = button && button.textContent;

	/* On a slow line you see that it has been pressed. */
	function showBusy() {
		button.setAttribute("aria-busy", "true");
		button.textContent = button.dataset.busy;
	}

	function showReady() {
		button.removeAttribute("aria-busy");
		button.textContent = label;
	}

	/* --------------------------------------------------------------------- */

	/* The next person at this screen may be somebody else, or is already. */
	if (document.querySelector(".places a[href^='/login']") ||
		(by && load().by !== by))
		clear();
	if (document.querySelector("[data-posted]"))
		emptySent();
	if (!form)
		return;
	form.addEventListener("input", function () { keep(false); });
	form.addEventListener("submit", function () {
		keep(true);
		showBusy();
	});
	window.addEventListener("pageshow", function (event) {
		showReady();
		bringBack(event.persisted);
	});
	bringBack(false);
})();
