// With a second Redis for queues and messages.
import { test } from 'node:test';
import { testPages } from '../faults/lib/pages.mjs';

await testPages((name, run) => test(name, run), { isBusApart: true });
