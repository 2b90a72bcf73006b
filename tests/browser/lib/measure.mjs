// Measurements in the page that is open. Each function here runs inside the
// page and returns a description of what is wrong.

// Runs in the page: what is wider than the window, or cut off within its box.
export function overflows() {
	const root = document.documentElement;
	const width = root.clientWidth;
	const isQuiet = (element) => element.closest('.hush, .acts i, .skip, ' +
		'.turn:not(.apart) .context');
	// Within a box that scrolls, or ends its text with an ellipsis.
	const isContained = ({ parentElement: parent }) => parent &&
		(getComputedStyle(parent).overflowX !== 'visible' ||
			isContained(parent));
	const name = (element) => `${element.tagName}.${element.className} ` +
		element.textContent.trim().slice(0, 30);
	const found = [];

	if (root.scrollWidth > width)
		found.push(`scrolls: ${root.scrollWidth} in ${width}`);
	for (const element of document.body.querySelectorAll('*')) {
		const box = element.getBoundingClientRect();
		const style = getComputedStyle(element);

		// What is folded has a place, too, as wide as it happens to be.
		if (isQuiet(element) || isContained(element) || !box.width ||
			!element.checkVisibility())
			continue;
		if (box.left < -1 || box.right > width + 1)
			found.push(`sticks out: ${name(element)}`);
		if (style.overflowX === 'hidden' &&
			style.textOverflow !== 'ellipsis' &&
			element.scrollWidth > element.clientWidth + 1)
			found.push(`is cut off: ${name(element)}`);
	}
	return found;
}

// Runs in the page: what is too small for a finger. Buttons, fields and the
// links of a list must have the height of a finger, and other links at least
// half of it, except for links within a sentence. An answer to choose is pressed
// anywhere in its label. The form for a post is shown in full while you write in
// it; and what is folded is measured unfolded, which is how it is pressed.
export function missed() {
	const folded = [...document.querySelectorAll('details:not([open])')];

	document.querySelector('#status')?.focus();
	folded.forEach((details) => { details.open = true; });
	const controls = 'button, textarea, input:not([type="hidden"])';
	const listed = '.quote, .acts a, .tabs a, .pager a, .found a, .places a';
	const found = [];

	for (const element of document.querySelectorAll(`a, ${controls}`)) {
		const { width, height } = (element.closest('label') ?? element)
			.getBoundingClientRect();
		const least = element.matches(`${controls}, ${listed}`) ? 44 : 24;
		const inSentence = element.matches('p:not(.by, .acts) a');
		const isShown = element.getClientRects().length > 0;

		if (isShown && !inSentence &&
			(width < least || height < least - 0.5))
			found.push(`${width}x${height}: ${element.outerHTML}`);
	}
	folded.forEach((details) => { details.open = false; });
	return found;
}

// Runs in the page: controls that overlap, so that a tap could hit the wrong
// one. The padding above and below a text, 10 pixels each, may be shared. A
// link in a sentence may continue over several lines, each with a box of its
// own. The button that shows a password is at the end of its field, which keeps
// room for it.
export function overlaps() {
	const boxes = [...document.querySelectorAll(
		'main a, main button, main input:not([type="hidden"])')]
		.filter((element) => element.checkVisibility() &&
			!element.closest('.turn:not(.apart) .context'))
		.flatMap((element) => [...element.getClientRects()]
			.map((box) => [element, box]));

	return boxes.flatMap(([first, a], i) => boxes.slice(i + 1)
		.filter(([second, b]) => second !== first &&
			!(second.matches('.reveal') && second === first.nextElementSibling) &&
			a.left < b.right - 1 && b.left < a.right - 1 &&
			a.top < b.bottom - 11 && b.top < a.bottom - 11)
		.map(([second]) => [first, second].map((element) =>
			`${element.className} ${element.textContent}`)));
}
