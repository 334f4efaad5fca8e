import type { Look } from './console.ts';
import { testLooks } from './looks.ts';

const LIGHT_PHONE: Look = { theme: 'light', size: 'phone' };
const DARK_DESKTOP: Look = { theme: 'dark', size: 'desktop' };

/** Each page, dialog and kind of service once, in one of two looks; the deep run has all in all looks. */
const ON_A_PHONE = [
  'the frame and what opens over it',
  'the messages',
  'maintenance, deliveries and whitelist',
];

testLooks((title) => [ON_A_PHONE.includes(title) ? LIGHT_PHONE : DARK_DESKTOP]);
