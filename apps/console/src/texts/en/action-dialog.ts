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
  consequences: 'What this brings about',
  previewing: 'Looking at what this brings about…',
  previewedFirst: (n: number) => `The first ${n} were looked at.`,
  andMore: (n: number) => `and ${n} more`,
  typeToArm: (name: string) => `Type ${name} to go on`,
  reason: 'Reason',
  reasonHint: 'The player reads it; the ban list and the audit keep it.',
  lastReasons: 'Last given',
  sending: 'Sending…',
  progress: (n: number, of: number) => `${n} of ${of}`,
  stop: 'Stop',
  stopped: 'Stopped: what had not begun was left out.',
  again: (n: number) => `Ask again for the ${n} unknown`,
  againOne: 'Ask again',
  unknownOne:
    'The answer was lost, so nobody knows whether this was done. Asking again does it at most once.',
  table: 'What became of it',
  columns: { outcome: 'Outcome', count: 'Count', who: 'Who' },
  outcomes: { done: 'Done', unknown: 'Unknown', stopped: 'Not begun', refused: 'Refused' },
  waits: 'Waits for the next restart of the game server',
  waitsMany: (n: number) => `${n} wait for the next restart of the game server`,
  enforcing: (why: string) => `Accepted, and asked of the game server until it is so: ${why}`,
  undo: 'Undo',
  restore: 'Restore',
  undone: (sentence: string) => `Undo: ${sentence}`,
  waitFor: (wait: string) => `Again in ${wait}`,
};
