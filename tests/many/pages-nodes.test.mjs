// As on a cluster in which one node at a time is lost.
import { test } from 'node:test';
import { testPages } from '../faults/lib/pages.mjs';

await testPages((name, run) => test(name, run), { hasNodes: true });
