import { PERMISSIONS, testOffers } from './permission-offers.ts';

await testOffers(PERMISSIONS);
