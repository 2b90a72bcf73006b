/*
 * Shows how many characters are left, counted as the site counts them: as a
 * reader sees them, of what is kept, and one for 25 bytes at the least.
 * Nothing needs this script; the site counts again. If a browser knows newer
 * characters than the site, or is too old to join them, the site's answer says
 * how many it has counted.
 */
"use strict";

(function () {
	const text = document.getElementById("status");
	const count = document.getElementById("status-count");
	const live = document.getElementById("status-live");
	const write = window.numerals ? window.numerals.write : String;
	let pause;

	if (!text || !count || !live)
		return;
	const max = Number(text.dataset.max);
	const letters = window.Intl && Intl.Segmenter && new Intl.Segmenter();
	const bytes = new TextEncoder();

	/* The empty lines and spaces at the ends go, and a third empty line. */
	function kept() {
		return text.value
			.replace(/[\u2028\u2029]/g, "\n")
			.replace(/^[\t\p{Zs}\p{DI}\u2800]+$/gmu, "")
			.replace(/^\n+|[ \t\n]+$/g, "")
			.replace(/\n{4,}/g, "\n\n\n");
	}

	function left() {
		const post = kept();
		const seen = letters ? letters.segment(post) : post;

		return max - Math.max(Array.from(seen).length,
			Math.ceil(bytes.encode(post).length / 25));
	}

	/* A screen reader reads it out only near the end, and after a pause. */
	function say() {
		const n = left();

		if (n > 20)
			live.textContent = "";
		else
			live.textContent = (n < 0 ? live.dataset.over
				: live.dataset.left).replace("{n}", write(Math.abs(n)));
	}

	function show() {
		const n = left();

		count.textContent = n < 0 ? "\u2212" + write(-n) : write(n);
		count.classList.toggle("near", n <= 20 && n >= 0);
		count.classList.toggle("over", n < 0);
		clearTimeout(pause);
		pause = setTimeout(say, 1000);
	}

	text.addEventListener("input", show);
	/* When you come back, a browser may fill in what you had typed. */
	window.addEventListener("pageshow", show);
})();
