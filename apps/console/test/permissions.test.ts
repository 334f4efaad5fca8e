import { DIFFERENT_PERMISSIONS, testOffers } from './permission-offers.ts';

await testOffers(DIFFERENT_PERMISSIONS);
