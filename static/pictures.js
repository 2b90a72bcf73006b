/*
 * Choosing pictures for a post: one field for all of them, with a preview of
 * each and a field for what it shows. They can be pasted and dropped, too.
 * Nothing else needs this script. The four fields that it replaces stay in the
 * form, out of sight, and are what is sent.
 */
"use strict";

(function () {
	const PREVIEW = 192; /* pixels of its longer side */
	const part = document.querySelector(".adding");

	if (!part || !window.DataTransfer || !window.createImageBitmap)
		return;
	const form = part.closest("form");
	const button = form.querySelector("button");
	const busy = button.dataset.busy;
	const chooser = part.querySelector(".choose");
	const rows = Array.from(part.querySelectorAll(".alt"));
	const texts = rows.map((row) => row.querySelector("input"));
	const files = Array.from(part.querySelectorAll("[type='file']"));
	const kinds = files[0].accept.split(",");
	const words = chooser.dataset;
	const max = { file: Number(words.fileMax), all: Number(words.allMax) };
	const write = window.numerals ? window.numerals.write : String;

	/*
	 * The file that is sent in each field, or null. They may have been chosen
	 * before this script was there. After a reload, a browser may bring back
	 * those of a post that is sent already.
	 */
	const [visit] = performance.getEntriesByType("navigation");
	const chosen = files.map((field) =>
		visit.type !== "reload" && field.files[0] || null);

	function make(name, properties) {
		return Object.assign(document.createElement(name), properties);
	}

	const frames = rows.map(() => make("div", { className: "preview" }));
	const drops = rows.map((row, i) => make("button", { type: "button",
		className: "quiet", textContent: words.remove,
		ariaLabel: words.removeNth.replace("{n}", write(i + 1)) }));
	const pick = make("input", { type: "file", id: "pick", multiple: true,
		accept: files[0].accept });
	const said = make("p", { className: "hint", role: "status" });
	const wrong = make("p", { role: "alert" });

	/* ---- what there is -------------------------------------------------- */

	function count() {
		return chosen.filter(Boolean).length +
			form.querySelectorAll("[name='kept']:checked").length;
	}

	function bytes() {
		return chosen.reduce((all, file) => all + (file ? file.size : 0), 0);
	}

	/* One that the site did not take in leaves its text, and why. */
	function isSeen(i) {
		return chosen[i] || texts[i].value ||
			rows[i].querySelector(".bad");
	}

	function put(field, file) {
		const list = new DataTransfer();

		if (file)
			list.items.add(file);
		field.files = list.files;
	}

	function show() {
		rows.forEach((row, i) => { row.hidden = !isSeen(i); });
		files.forEach((field, i) => put(field, chosen[i]));
		button.dataset.busy = chosen.some(Boolean) ? words.sending : busy;
	}

	/* ---- previews ------------------------------------------------------- */

	function draw(image) {
		const scale = Math.min(1, PREVIEW / Math.max(image.width,
			image.height));
		const canvas = make("canvas", {
			width: Math.max(1, Math.round(image.width * scale)),
			height: Math.max(1, Math.round(image.height * scale)) });

		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width,
			canvas.height);
		return canvas;
	}

	/* A file that the browser can't show may still be one for the site. */
	async function preview(file, frame) {
		frame.replaceChildren(file.name);
		try {
			const image = await createImageBitmap(file);

			frame.replaceChildren(draw(image));
			image.close();
		} catch {
			/* Its name is there. */
		}
	}

	/* ---- adding and removing -------------------------------------------- */

	// A name in Latin letters would mix up the order of an Arabic sentence.
	function isolated(name) {
		return document.dir === "rtl" ? `\u2068${name}\u2069` : name;
	}

	function problemOf(file) {
		const why = file.type && !kinds.includes(file.type) ? words.other
			: file.size > max.file ? words.large
			: bytes() + file.size > max.all ? words.all
			: count() === rows.length ? words.many : null;

		return why && why.replace("{name}", () => isolated(file.name));
	}

	function forget(i) {
		for (const bad of rows[i].querySelectorAll(".bad"))
			bad.remove();
		texts[i].removeAttribute("aria-invalid");
	}

	/* The first row without a picture: it may have a text already. */
	function place() {
		const free = rows.map((row, i) => i).filter((i) => !chosen[i]);
		const [waits] = free.filter(isSeen);

		return waits === undefined ? free[0] : waits;
	}

	function addOne(file) {
		const at = place();

		chosen[at] = file;
		forget(at);
		return preview(file, frames[at]);
	}

	async function add(list) {
		const problems = [];
		const before = count();

		part.open = true;
		for (const file of Array.from(list)) {
			const problem = problemOf(file);

			if (problem)
				problems.push(problem);
			else
				/* One at a time: a photograph takes much memory. */
				await addOne(file);
			show();
		}
		say(problems.join(" "), count() - before);
	}

	function say(problem, n) {
		wrong.textContent = problem;
		wrong.className = problem ? "bad" : "";
		said.textContent = (n > 0 ? words.added.split("|")[n - 1]
			: n < 0 ? words.removed : "")
				.replace("{n}", write(n))
				.replace("{now}", write(count()))
				.replace("{all}", write(rows.length));
	}

	function remove(i) {
		chosen.splice(i, 1);
		chosen.push(null);
		for (let at = i; at < rows.length; at++) {
			const next = at + 1;

			forget(at);
			texts[at].value = texts[next] ? texts[next].value : "";
			frames[at].replaceChildren(...frames[next]
				? frames[next].childNodes : []);
		}
		show();
		say("", -1);
		(isSeen(i) ? drops[i] : pick).focus();
	}

	/* ---- in the form ---------------------------------------------------- */

	/* Moving an element takes the focus away from what is in it. */
	function arrange() {
		const focused = document.activeElement;
		const fields = make("div", { hidden: true });
		const line = make("p", { className: "field" });

		fields.append(...files);
		form.append(fields);
		for (const field of part.querySelectorAll(".file"))
			field.remove();
		line.append(make("label", { htmlFor: "pick",
			className: "hush", textContent: words.choose }), pick);
		chooser.querySelector(".hint").after(line, wrong, said);
		rows.forEach((row, i) => {
			row.classList.add("chosen");
			row.prepend(frames[i]);
			row.append(drops[i]);
		});
		part.parentNode.prepend(part);
		if (part.contains(focused))
			focused.focus();
	}

	/* A form without files is sent, and answered, faster. */
	function prepare() {
		const last = chosen.map(Boolean).lastIndexOf(true);

		files.forEach((field, i) => { field.disabled = i > last; });
		form.enctype = last < 0 ? "application/x-www-form-urlencoded"
			: "multipart/form-data";
	}

	function hasFiles(data) {
		return data && data.types.includes("Files");
	}

	arrange();
	show();
	chosen.forEach(function (file, i) {
		if (file)
			preview(file, frames[i]);
		part.open = part.open || Boolean(file);
	});
	pick.addEventListener("change", function () {
		add(pick.files);
		pick.value = "";
	});
	drops.forEach((drop, i) =>
		drop.addEventListener("click", function () { remove(i); }));
	form.addEventListener("submit", prepare);
	/* Office programs copy a picture of a text next to the text. */
	form.addEventListener("paste", function (event) {
		const { clipboardData } = event;

		if (!hasFiles(clipboardData) ||
			clipboardData.types.includes("text/plain"))
			return;
		event.preventDefault();
		add(clipboardData.files);
	});
	form.addEventListener("dragover", function (event) {
		if (hasFiles(event.dataTransfer))
			event.preventDefault();
	});
	form.addEventListener("drop", function (event) {
		if (!hasFiles(event.dataTransfer))
			return;
		event.preventDefault();
		add(event.dataTransfer.files);
	});
})();
