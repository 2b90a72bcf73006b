/*
 * Brings what was typed back with the Back button. Browsers do so by
 * themselves, but for Firefox, which forgets it where a page may not be
 * stored, and a member's pages may not. Nothing else needs this script.
 *
 * It is kept for this tab alone, and until one is signed out.
 */
"use strict";

(function () {
	const text = document.getElementById("status");
	const name = "typed at " + location.pathname;

	/* Somebody else may sit here next. */
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
