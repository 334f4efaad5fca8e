import { PERMISSIONS, testOffers } from './permission-offers.ts';

await testOffers(PERMISSIONS.map((permission) => [permission]));
