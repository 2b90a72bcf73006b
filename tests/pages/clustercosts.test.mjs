// The round trips of each page on a cluster of three masters: the last column
// of the table in lib/costs.mjs. As plain CGI, so that each request begins by
// asking for the map of slots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { clusterProxy } from '../lib/clusterproxy.mjs';
import { startStack } from '../lib/stack.mjs';
import { count, isRead, measure, rows } from './lib/costs.mjs';
import { openSite } from './lib/costsite.mjs';

const cluster = await startCluster();
const { url } = await startStack({ env: { RETWIS_REDIS: cluster.address } });
const site = await openSite(url, cluster.redis);
const proxy = await clusterProxy(cluster);
const isReadOrPost = (row) => isRead(row) || row.page === 'post';

test('a process that has just begun, where there are two of each', async () => {
	const { was, should } = await measure(['cluster'], (row) =>
		count(site, proxy, row));

	assert.equal(was, should);
});

test('with fifty posts pages take as many, and so does one more post', async () => {
	await site.grow();
	for (const row of rows.filter(isReadOrPost)) {
		const [trips] = await count(site, proxy, row);

		if (!/start=40|many/.test(row.request))
			assert.equal(trips, row.costs.cluster,
				`${trips} instead of: ${row.line}`);
	}
});
