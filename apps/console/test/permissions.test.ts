import { MIXED_PERMISSIONS, testOffers } from './permission-offers.ts';

await testOffers(MIXED_PERMISSIONS);
