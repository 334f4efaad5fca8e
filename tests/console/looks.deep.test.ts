import { LOOKS } from '../harness/console.ts';
import { testLooks } from './looks.ts';

testLooks(LOOKS);
