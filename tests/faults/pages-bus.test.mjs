import { test } from 'node:test';
import { testPages } from './lib/pages.mjs';

await testPages((name, run) => test(name, run), { isBusApart: true });
