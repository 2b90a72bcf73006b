import { testSite } from './site.mjs';

await testSite('apache-cgi');
