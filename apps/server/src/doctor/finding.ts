import { type Sentence, textSentence } from '@palatine/contract';

/** The result of one check. `todo`: the remedy, unless it is ok. */
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  found: Sentence;
  todo?: Sentence;
}

export type Result = Omit<Finding, 'check'>;

type Said = Sentence | string;

export const ok = (found: Said): Result => ({ state: 'ok', found: textSentence(found) });
const lacking = (state: 'warn' | 'fail') => (found: Said, todo: Said) => {
  return { state, found: textSentence(found), todo: textSentence(todo) } satisfies Result;
};
export const warn = lacking('warn');
export const fail = lacking('fail');
