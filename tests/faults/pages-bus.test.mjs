import { testPages } from './lib/pages.mjs';

await testPages(true);
