// The same pages in other languages: long words, another alphabet, lines that begin
// at the right, and a script without spaces.
import { after, before, describe, test } from 'node:test';
import { borrowStack, lean, noting } from '../lib/stack.mjs';
import { launch } from './lib/browser.mjs';
import { places } from './lib/places.mjs';
import { audit, layOut, openTour } from './lib/tour.mjs';
import { populate } from './lib/world.mjs';

const languages = ['de', 'ru', 'ar', 'zh_CN'];

// axe-core has seen all else in English.
const fromTheRight = ['ar'];

// Which page it is, its status says; places.mjs knows only the English headings.
const inAnyWords = places.map((place) => ({ ...place, heading: /./ }));
let browser;

before(async () => { browser = await launch(); });
after(() => browser.close());

for (const language of languages)
	describe(language, () => {
		let window;

		before(async () => {
			const stack = await borrowStack({ ...noting, ...lean,
				RETWIS_LANGUAGE: language });

			window = await openTour(browser, stack.url, await populate(stack));
		});
		for (const place of inAnyWords) {
			if (fromTheRight.includes(language))
				test(`${language}: ${place.title}`, () =>
					audit(window, place));
			test(`${language}: the layout of ${place.title}`, () =>
				layOut(window, place));
		}
	});
