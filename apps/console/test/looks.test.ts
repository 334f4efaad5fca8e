import { testLooks } from './looks.ts';

testLooks([
  { theme: 'light', size: 'phone' },
  { theme: 'dark', size: 'desktop' },
]);
