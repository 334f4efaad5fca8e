import { countedIn } from '../plural.ts';

const count = countedIn('en');
const worlds = (number: number) => count(number, { one: 'world', other: 'worlds' });

/** Texts of a write to many worlds. */
export const many = {
  broadcast: 'Broadcast a message',
  ban: 'Ban a player',
  unban: 'Unban a player',
  reload: 'Reload the configuration',
  titles: {
    broadcast: (number: number) => `Broadcast on ${worlds(number)}`,
    ban: (number: number, whom: string) => `Ban ${whom} on ${worlds(number)}`,
    unban: (number: number, whom: string) => `Unban ${whom} on ${worlds(number)}`,
    reload: (number: number) => `Reload the configuration of ${worlds(number)}`,
  },
  somebody: 'a player',
  message: 'Message',
  userId: 'UserId',
  userIdHint: 'Such as steam_76561190000000001',
  reason: 'Reason',
  targets: 'Worlds',
  notOnline: (number: number) =>
    `${worlds(number)} of these cannot be reached now. Nothing will be applied there.`,
  noTransaction: 'Each world applies it by itself: it may end differently at each.',
  running: (done: number, of: number) => `${done} of ${worlds(of)} done`,
  outcome: 'Outcome',
  states: { waiting: '…', applied: 'Done', refused: 'Not applied', unknown: 'Unknown' },
  summary: (applied: number, refused: number, unknown: number) =>
    [
      `Done at ${worlds(applied)}`,
      ...(refused > 0 ? [`not applied at ${refused}`] : []),
      ...(unknown > 0 ? [`unknown at ${unknown}`] : []),
    ].join(', '),
  unknownWhy: 'Nobody knows yet whether these worlds applied it. A repeat with the same key applies it once.',
  repeat: (number: number) => `Ask ${worlds(number)} again`,
  retry: (number: number) => `Try ${worlds(number)} again`,
};
