/*
 * When you press Back, this brings back the text that you had typed. Browsers
 * do so by themselves, all but Firefox: it forgets the text of a page that may
 * not be stored, and a member's pages may not. Nothing else needs this script.
 *
 * The text is kept for this tab alone, and until you sign out.
 */
"use strict";

(function () {
	const text = document.getElementById("status");
	const name = "typed at " + location.pathname;

	/* The next person at this screen may be somebody else. */
	if (document.querySelector("nav a[href='/login']"))
		sessionStorage.clear();
	if (!text)
		return;

	function isUntouched() {
		return text.value === text.defaultValue;
	}

	function bringBack() {
		const [visit] = performance.getEntriesByType("navigation");
		const typed = sessionStorage.getItem(name);

		sessionStorage.removeItem(name);
		if (visit.type !== "back_forward" || !typed || !isUntouched())
			return;
		text.value = typed;
		text.dispatchEvent(new Event("input"));
	}

	function keep() {
		if (!isUntouched())
			sessionStorage.setItem(name, text.value);
	}

	window.addEventListener("pageshow", bringBack);
	window.addEventListener("pagehide", keep);
})();
