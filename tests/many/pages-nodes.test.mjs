// As on a cluster, of which one node at a time is lost.
import { testPages } from '../faults/lib/pages.mjs';

await testPages(false, true);
