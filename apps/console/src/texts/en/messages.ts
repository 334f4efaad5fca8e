import { countedIn } from '../plural.ts';

const counted = countedIn('en');
const players = (n: number) => counted(n, { one: 'player', other: 'players' });

export const messages = {
  compose: 'Write',
  to: 'To',
  audiences: {
    everybody: 'Everybody online',
    alert: 'Everybody, as an alert',
    players: 'Some players',
    guild: 'A guild',
  },
  pick: 'Players online',
  pickHint: 'Name',
  nobodyCalledSo: 'No player online matches.',
  guild: 'Guild',
  chooseGuild: 'Choose a guild',
  namelessGuild: (head: string) => `Unnamed · ${head}`,
  noGuild: 'Nobody online is in a guild.',
  reaches: (n: number) => (n === 0 ? 'Reaches nobody' : `Reaches ${players(n)}`),
  reachesAll: (n: number | undefined) =>
    n === undefined ? 'Reaches everybody online' : `Reaches everybody online: ${players(n)}`,
  preview: 'Preview',
  alertFrom: 'Alert',
  send: 'Send',
  keys: {
    some: 'Enter sends, Shift Enter begins a line',
    everybody: 'Ctrl Enter sends',
  },
  own: 'Saved messages',
  keep: 'Save message',
  kept: 'The message is saved in this browser.',
  use: (text: string) => `Use: ${text}`,
  drop: (text: string) => `Delete: ${text}`,
  letGo: 'Dismiss',
  log: 'Message log',
  logFind: 'Text',
  kind: 'Kind',
  allKinds: 'Every kind',
  player: 'To player',
  nothingSaid: 'No messages yet.',
  nothingFits: 'No message matches.',
  toAll: 'to everybody',
  toSome: (n: number) => `to ${players(n)}`,
  older: 'Older',
};
