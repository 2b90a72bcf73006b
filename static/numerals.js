/*
 * Numbers in the digits of the site's language, for the scripts after this one.
 * Only pages whose language has other digits than 0 to 9 load it.
 */
"use strict";

(function () {
	const digits = Array.from(document.currentScript.dataset.digits);

	window.numerals = {
		write: (n) => String(n).replace(/\d/g, (digit) => digits[digit]),
		read: (text) => parseInt(Array.from(text, (letter) =>
			digits.includes(letter) ? digits.indexOf(letter)
				: letter).join(""), 10),
	};
})();
