/*
 * Shows what you type into a password field, if you want to see it; and keeps
 * both passwords when the name that you want to register is refused. Nothing
 * needs this script. Without it that form comes back without the passwords,
 * since the site never sends one.
 */
"use strict";

(function () {
	const content = document.getElementById("content");
	const words = document.currentScript.dataset;

	function secrets(within) {
		return within.querySelectorAll("input[type=password]");
	}

	function make(name, className, text) {
		const element = document.createElement(name);

		element.className = className;
		element.textContent = text;
		return element;
	}

	/* ---- showing ----------------------------------------------------- */

	function show(input, button, isShown) {
		input.type = isShown ? "text" : "password";
		button.firstChild.textContent = isShown ? words.hide : words.show;
	}

	/* A browser may send a text to a service that checks its spelling. */
	function addButton(input) {
		const button = make("button", "reveal", "");
		const [label] = input.labels;

		input.spellcheck = false;
		input.autocapitalize = "none";
		button.type = "button";
		button.append(make("span", "", words.show), make("span", "hush",
			words.of.replace("{field}", () => label.textContent)));
		button.addEventListener("click", function () {
			show(input, button, input.type === "password");
		});
		/* A browser offers to store what is in a field of this type. */
		input.form.addEventListener("submit", function () {
			show(input, button, false);
		});
		window.addEventListener("pagehide", function () {
			show(input, button, false);
		});
		input.after(button);
	}

	/* ---- keeping ------------------------------------------------------ */

	function fillIn(typed) {
		for (const input of secrets(content))
			input.value = typed[input.id] || "";
	}

	/* The page is the form again, with its messages, or says what is wrong. */
	function replace(page, typed) {
		const focus = page.querySelector("#content [autofocus]");

		/* A browser obeys this attribute only once, and complains then. */
		if (focus)
			focus.removeAttribute("autofocus");
		document.title = page.title;
		content.replaceChildren(...page.getElementById("content").childNodes);
		fillIn(typed);
		prepare();
		if (focus)
			focus.focus();
	}

	/*
	 * A redirect means that it has worked.  Only the window follows it, so
	 * that the next page, which may show what is new, is loaded once.
	 */
	async function send(form) {
		const fields = new URLSearchParams(new FormData(form));
		const typed = Object.fromEntries(Array.from(secrets(form),
			(input) => [input.id, input.value]));
		const answer = await fetch(form.action, { method: "POST",
			body: fields, redirect: "manual" });

		if (answer.type === "opaqueredirect")
			location.assign(form.dataset.next);
		else
			replace(new DOMParser().parseFromString(
				await answer.text(), "text/html"), typed);
	}

	/*
	 * If it cannot be sent in this way, the browser sends it as usual.  On a
	 * slow line the button shows that it has been pressed, since the browser
	 * itself does not.
	 */
	function keep(form) {
		const button = form.querySelector("[data-busy]");
		const label = button.textContent;

		window.addEventListener("pageshow", function () {
			button.removeAttribute("aria-busy");
			button.textContent = label;
		});
		form.addEventListener("submit", function (event) {
			event.preventDefault();
			if (button.hasAttribute("aria-busy"))
				return;
			button.setAttribute("aria-busy", "true");
			button.textContent = button.dataset.busy;
			send(form).catch(function () { form.submit(); });
		});
	}

	function prepare() {
		for (const input of secrets(content))
			addButton(input);
		for (const form of content.querySelectorAll("form[action='/register']"))
			keep(form);
	}

	prepare();
})();
