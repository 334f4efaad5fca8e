import { countedIn } from '../plural.ts';

const counted = countedIn('en');

/** The dialog of every action. */
export const actionDialog = {
  title: (name: string, who: string) => `${name}: ${who}`,
  left: 'Left out',
  leftOut: (n: number, why: string) => `${counted(n, { one: 'target', other: 'targets' })} left out: ${why}`,
  nothingLeft: (why: string) => `This cannot be done: ${why}.`,
  more: 'More actions',
  cancel: 'Cancel',
  close: 'Close',
  consequences: 'Consequences',
  previewing: 'Checking the consequences…',
  previewedFirst: (n: number) => `The first ${n} were checked.`,
  andMore: (n: number) => `and ${n} more`,
  typeToArm: (name: string) => `Type ${name} to go on`,
  reason: 'Reason',
  reasonHint: 'The player reads it; the ban list and the audit keep it.',
  lastReasons: 'Recent reasons',
  sending: 'Sending…',
  progress: (n: number, of: number) => `${n} of ${of}`,
  stop: 'Stop',
  stopped: 'Stopped: requests that had not started were left out.',
  again: (n: number) => `Ask again for the ${n} unknown`,
  againOne: 'Ask again',
  unknownOne:
    'The answer was lost, so nobody knows whether this was done. Asking again does it at most once.',
  table: 'Outcome',
  columns: { outcome: 'Outcome', count: 'Count', who: 'Who' },
  outcomes: { done: 'Done', unknown: 'Unknown', stopped: 'Not started', refused: 'Refused' },
  waits: 'Waits for the next restart of the game server',
  waitsMany: (n: number) => `${n} wait for the next restart of the game server`,
  enforcing: (why: string) => `Accepted; the game server is asked again until it complies: ${why}`,
  undo: 'Undo',
  restore: 'Restore',
  undone: (sentence: string) => `Undo: ${sentence}`,
  waitFor: (wait: string) => `Again in ${wait}`,
};
