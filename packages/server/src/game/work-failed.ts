import { Refusal } from '@palatine/contract';

/** The refusal of a call whose work threw an unforeseen error. */
export function workFailed(): Refusal {
  return new Refusal('REQUEST_FAILED', 'the work in the game thread failed; the log of the service says why');
}
