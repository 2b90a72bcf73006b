// Measures the words of the page that is open: whether each of them can be
// read. The function runs inside the page.

// What is wrong with the words that are shown, and with the fields: a word of
// up to 13 letters is broken, a word is cut off, sticks out of the window or of
// its control, is smaller than 14 pixels where text has 16, or two are on top
// of each other; or a field has no room for a word. The bar at the bottom of a
// phone covers what is below it, as it should.
export function unreadable() {
	const LONGEST = 13;
	const found = new Set();
	const range = document.createRange();
	const known = new Map();
	const sizeOf = (element) =>
		parseFloat(getComputedStyle(element).fontSize);
	const letter = sizeOf(document.documentElement);

	function memory(element) {
		if (!known.has(element)) {
			const style = getComputedStyle(element);
			const parent = element.parentElement &&
				memory(element.parentElement);

			known.set(element, { parent, element,
				box: element.getBoundingClientRect(),
				letter: parseFloat(style.fontSize),
				isBar: parent?.isBar || style.position === 'fixed',
				cuts: /hidden|clip/.test(style.overflowX),
				slides: parent?.slides || style.overflowX === 'auto',
				isControl: element.matches('button, .button, a, summary'),
				isShown: element.checkVisibility(
					{ visibilityProperty: true }) &&
					(!parent || parent.isShown) &&
					!element.matches('.hush, .acts i, .skip, ' +
						'.turn:not(.apart) .context, ' +
						'script, style, textarea') &&
					parseFloat(style.fontSize) > 0 &&
					!(style.overflowY === 'hidden' &&
						!element.clientHeight) });
		}
		return known.get(element);
	}

	// The boxes of a word: two, if it continues in the next line.
	function boxesOf(node, start, word) {
		range.setStart(node, start);
		range.setEnd(node, start + word.length);
		const boxes = [...range.getClientRects()].filter((box) => box.width);

		if ([...word].length <= LONGEST && boxes.length > 1 &&
			!node.parentElement.matches('.body a') &&
			boxes.at(-1).top > boxes[0].top + boxes[0].height / 2)
			found.add(`broken: ${word}`);
		return boxes;
	}

	function list() {
		const walk = document.createTreeWalker(document.body,
			NodeFilter.SHOW_TEXT);
		const words = [];

		while (walk.nextNode()) {
			const { data, parentElement } = walk.currentNode;
			const inside = memory(parentElement);

			if (inside.isShown)
				for (const { 0: word, index } of
					data.matchAll(/[^\s-]+-?/g))
					words.push(...boxesOf(walk.currentNode, index, word)
						.map((box) => ({ box, word, inside })));
		}
		return words.sort((a, b) => a.box.top - b.box.top);
	}

	function judge({ box, word, inside }) {
		if (inside.letter < 13.9 / 16 * letter)
			found.add(`small: ${word}`);
		if (!inside.slides && (box.left < -1 || box.right > innerWidth + 1))
			found.add(`sticks out: ${word}`);
		for (let at = inside; at; at = at.parent) {
			if (at.cuts && (box.left < at.box.left - 1 ||
				box.right > at.box.right + 1))
				found.add(`cut off: ${word}`);
			if (at.isControl && box.width > at.box.width + 1)
				found.add(`wider than its control: ${word}`);
		}
	}

	// Lines may be close to each other.
	function overlap({ box: a, inside }, { box: b, inside: other }) {
		return inside.isBar === other.isBar && a.left < b.right - 2 &&
			b.left < a.right - 2 && b.top < a.bottom - a.height / 3;
	}

	const words = list();

	words.forEach((one, i) => {
		judge(one);
		for (let j = i + 1; j < words.length &&
			words[j].box.top < one.box.bottom; j++)
			if (overlap(one, words[j]))
				found.add(`overlap: ${one.word}, ${words[j].word}`);
	});
	for (const field of document.querySelectorAll(
		'input:not([type="hidden"], [type="checkbox"]), textarea')) {
		if (memory(field.parentElement).isShown && field.offsetWidth <
			Math.min(innerWidth * 0.75, 7 * sizeOf(field)))
			found.add(`narrow: ${field.outerHTML.slice(0, 60)}`);
	}
	return [...found];
}
