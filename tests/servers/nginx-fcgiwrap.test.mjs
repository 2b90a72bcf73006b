import { testSite } from './site.mjs';

await testSite('nginx-fcgiwrap');
