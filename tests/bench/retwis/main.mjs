/*
 * make bench-retwis: the workload that papers use to compare data stores;
 * --help lists its settings.
 *
 * It has two parts. The raw one sends plain commands on the article's layout,
 * which is what papers measure (raw.mjs); the other one uses our pages,
 * through nginx, as members with sessions do (pages.mjs). Each part has a
 * separate site for each database (databases.mjs), and all of these take
 * turns, so that a ratio compares measurements that were made close together.
 * The table shows the median of the five ratios, and percentiles over all
 * turns of the time that a transaction took.
 *
 * - A transaction's time goes from the first byte sent until the last one has
 *   come. All clients are in this one process: its time of the processor is in
 *   the table, since with little work in the servers it is what limits them.
 * - Servers: the processor time of the database, with its proxy, and of nginx,
 *   the pages and the worker until every post is delivered.
 * - Registrations through the pages are measured separately, with two clients:
 *   nearly all of their cost is the password hash, which is meant to be slow.
 *   The mix combines both measurements.
 * - Every answer is checked (judge.mjs), and so are the final contents of the
 *   database. A single mistake makes the whole run fail.
 *
 * It says nothing about networks, or about how much more three servers can do
 * than one, since here they share one machine's cores.
 */
import { readUsage } from '../usage.mjs';
import { runFor } from './clients.mjs';
import { start } from './databases.mjs';
import { judgeEnd } from './judge.mjs';
import { SHARES } from './mix.mjs';
import { readAll } from './raw.mjs';
import { help, readSettings } from './settings.mjs';
import { startPagesSite, startRawSite } from './site.mjs';
import { summarize } from './summary.mjs';
import { toText } from './table.mjs';

const TURNS = 5;
const TOLD = 5; // wrong answers of each database

const say = text => process.stderr.write(`bench-retwis: ${text}\n`);

const startSite = { raw: startRawSite, pages: startPagesSite };
const titles = {
	raw: 'Plain commands on the layout of the article',
	pages: 'Our pages, as members with sessions use them',
};

/* ---- a turn -------------------------------------------------------------- */

const microseconds = ({ user, system }) => user + system;

// The work of these clients in that time, with the processor time of the
// servers.
async function measure(site, clients, kinds, ms) {
	const processes = site.processes();
	const before = readUsage(processes);
	const begun = process.cpuUsage();
	const tally = await runFor(ms, clients, () => site.next(kinds));
	const own = microseconds(process.cpuUsage(begun));

	await site.delivered();
	const after = readUsage(processes);
	const us = Object.keys(after).reduce((sum, kind) =>
		sum + after[kind] - before[kind], 0);

	return { ms: tally.ms, answers: tally.answers, waits: tally.waits,
		faults: tally.faults, us, own };
}

const others = Object.keys(SHARES).filter(kind => kind !== 'add');

async function takeTurn({ site, turns, apart }, ms) {
	const isApart = site.apart.length > 0;
	const kinds = isApart ? others : Object.keys(SHARES);

	turns.push(await measure(site, site.clients, kinds, ms));
	if (isApart)
		apart.push(await measure(site, site.apart, ['add'], ms));
}

/* ---- a part -------------------------------------------------------------- */

// The sides that can run here; any others are reported, which counts as a
// failure.
async function startSides(part, settings) {
	const sides = [];

	for (const name of settings.databases) {
		say(`${part} on ${name}: ${settings.members} members register, ` +
			'follow and write');
		const database = await start[name]();

		try {
			const site = await startSite[part](database, settings);

			sides.push({ name, site, turns: [], apart: [] });
		} catch (error) {
			await database.stop();
			say(`${part} on ${name} CANNOT RUN: ${error.message}`);
			process.exitCode = 1;
		}
	}
	return sides;
}

// All wrong answers, and what is wrong with the final contents.
async function findFaults(part, { site, turns, apart }) {
	const { own, ...found } = await readAll(site.ask, site.ids);
	const left = part === 'pages' ? { own, ...found } : found;

	return [...[...turns, ...apart].flatMap(({ faults }) => faults),
		...judgeEnd(site.world, { ...left, limit: site.limit })];
}

async function end(part, side) {
	side.faults = await findFaults(part, side);
	for (const fault of side.faults.slice(0, TOLD))
		say(`${part} on ${side.name}, wrong: ${fault}`);
	if (side.faults.length)
		process.exitCode = 1;
	await side.site.stop();
}

function show(part, sides, settings) {
	const base = sides.find(({ name }) => name === 'one');
	const { members, connections, exponent, seconds } = settings;

	console.log(toText(`${titles[part]}: ${members} members, ` +
		`${connections} clients, exponent ${exponent}, ${seconds} s each`,
	sides.map(side => ({ name: side.name, faults: side.faults.length,
		...summarize(side, base) }))));
}

async function runPart(part, settings) {
	const sides = await startSides(part, settings);
	const ms = settings.seconds * 1000 / TURNS;

	for (let turn = 1; turn <= TURNS && sides.length; turn++) {
		say(`${part}: turn ${turn} of ${TURNS}, ${ms / 1000} s for each ` +
			`of ${sides.map(({ name }) => name).join(', ')}`);
		for (const side of sides)
			await takeTurn(side, ms);
	}
	for (const side of sides)
		await end(part, side);
	if (sides.length)
		show(part, sides, settings);
}

async function main() {
	if (process.argv.includes('--help')) {
		process.stdout.write(help);
		return;
	}
	const settings = readSettings(process.env);

	for (const part of settings.parts)
		await runPart(part, settings);
	if (process.exitCode)
		say('FAILED: see above');
}

try {
	await main();
} catch (error) {
	say(`FAILED: ${error.message}`);
	process.exitCode = 1;
}
// Open databases would keep the process from ending.
process.exit();
