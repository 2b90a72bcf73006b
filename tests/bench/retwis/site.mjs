/*
 * A site on one of the databases, with members who follow one another and have
 * written posts, and its clients: {name, clients, apart, next(kinds), ask,
 * ids, limit, processes(), delivered(), stop()}. `apart` are the clients that
 * register, if that is measured separately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { noting, startStack } from '../../lib/stack.mjs';
import { findProcesses } from '../usage.mjs';
import { runAll } from './clients.mjs';
import { startBus } from './databases.mjs';
import { Mix } from './mix.mjs';
import { delivered, openPages, registerAll } from './pages.mjs';
import { addMembers, openRaw } from './raw.mjs';
import { seeded } from './random.mjs';
import { World } from './world.mjs';

const FOLLOWS = 5; // per member, at the beginning
const TIMELINE_MAX = 1000;

// As many as a small machine has cores: each of them needs one.
const REGISTERING = 2;

const times = (n, make) => Array.from({ length: n }, (_, at) => make(at));

// [{kind, member, other}]: everybody follows some others, chosen by Zipf's law.
function firstFollows(mix, members) {
	return times(members, member => {
		const others = new Set();

		while (others.size < FOLLOWS)
			others.add(mix.drawOther(member));
		return [...others].map(other => ({ kind: 'follow', member, other }));
	}).flat();
}

function begin({ members, exponent, seed }) {
	const world = new World(members);
	const mix = new Mix({ members, exponent, random: seeded(seed) });
	const isBusy = (member, other) => world.isBusy(member, other);

	return { world, mix, next: kinds => mix.next(kinds, isBusy) };
}

// Everybody posts once and looks at their own timeline once.
async function fill({ mix, clients }, members) {
	await runAll(clients, firstFollows(mix, members));
	for (const kind of ['post', 'timeline'])
		await runAll(clients, times(members, member => ({ kind, member })));
}

export async function startRawSite(database, settings) {
	const { members, connections } = settings;
	const site = begin(settings);
	const ask = database.open();
	const clients = times(connections, () =>
		openRaw(database.open(), site.world));

	await addMembers(ask, members);
	await fill({ ...site, clients }, members);
	return { ...site, name: database.name, clients, apart: [], ask,
		ids: times(members, at => String(at + 1)), limit: Infinity,
		processes: () => database.processes, delivered() {},
		stop: () => database.stop() };
}

/* ---- our pages ----------------------------------------------------------- */

// Queues and publish/subscribe do not go through a proxy.
async function startBusOf({ name }) {
	return name === 'nutcracker' ? startBus() : undefined;
}

async function idsOf(ask, people) {
	const ids = await Promise.all(people.map(({ name }) =>
		ask('HGET', 'users', name)));

	if (ids.includes(null))
		throw new Error('the pages do not use the database that they ' +
			'were given');
	return ids;
}

// More posts than the usual limits of the tests allow.
const settingsOf = (database, bus) => ({ ...noting,
	RETWIS_LIMIT_POST: '1000000/600', RETWIS_REDIS: database.address,
	...bus ? { RETWIS_BUS: bus.address } : {} });

export async function startPagesSite(database, settings) {
	const { members, connections } = settings;
	const site = begin(settings);
	const bus = await startBusOf(database);
	const stack = await startStack({ env: settingsOf(database, bus) });
	const people = await registerAll(stack.url, members);
	const ask = database.open();
	const askBus = bus?.open() ?? ask;
	const ids = await idsOf(ask, people);
	const open = () => openPages(stack.url, site.world, people);
	const clients = times(connections, open);
	const apart = times(REGISTERING, open);

	ids.forEach((id, at) => { people[at].id = id; });
	await fill({ ...site, clients }, members);
	return { ...site, name: database.name, clients, apart, ask, ids,
		limit: TIMELINE_MAX,
		processes: () => [...findProcesses(stack),
			...database.processes, ...bus?.processes ?? []],
		delivered: () => delivered(ask, askBus, sleep),
		async stop() {
			for (const client of [...clients, ...apart])
				client.close();
			await stack.stop();
			await bus?.stop();
			await database.stop();
		} };
}
