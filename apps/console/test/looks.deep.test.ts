import { LOOKS } from './console.ts';
import { testLooks } from './looks.ts';

testLooks(() => LOOKS);
