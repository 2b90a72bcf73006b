/*
 * The page of a post begins with what was said before it. If that is long, the
 * page opens at the post, unless its address or the browser knows better.
 */
"use strict";

(function () {
	const post = document.querySelector(".focus .post");
	const [how] = performance.getEntriesByType("navigation");

	if (!post || location.hash || (how && how.type !== "navigate"))
		return;
	if (post.getBoundingClientRect().top > innerHeight / 2)
		post.scrollIntoView();
})();
