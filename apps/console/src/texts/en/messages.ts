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
    near: 'Everybody near a place',
  },
  pick: 'Players online',
  pickHint: 'Name',
  nobodyCalledSo: 'Nobody online is called so.',
  guild: 'Guild',
  chooseGuild: 'Choose a guild',
  namelessGuild: (head: string) => `Unnamed · ${head}`,
  noGuild: 'Nobody online is in a guild.',
  east: 'East (x)',
  north: 'North (y)',
  metres: 'Within metres',
  around: 'Around a player',
  reaches: (n: number) => (n === 0 ? 'Reaches nobody' : `Reaches ${players(n)}`),
  reachesAll: (n: number | undefined) =>
    n === undefined ? 'Reaches everybody online' : `Reaches everybody online: ${players(n)}`,
  preview: 'As it looks',
  alertFrom: 'Alert',
  send: 'Send',
  keys: {
    some: 'Enter sends, Shift Enter begins a line',
    everybody: 'Ctrl Enter sends',
  },
  own: 'Own texts',
  keep: 'Keep this text',
  kept: 'The text is kept in this browser.',
  use: (text: string) => `Use: ${text}`,
  drop: (text: string) => `Forget: ${text}`,
  letGo: 'Let it be',
  log: 'What was said',
  logFind: 'Text',
  kind: 'Kind',
  allKinds: 'Every kind',
  player: 'To player',
  nothingSaid: 'Nothing was said yet.',
  nothingFits: 'Nothing that was said fits.',
  toAll: 'to everybody',
  toSome: (n: number) => `to ${players(n)}`,
  older: 'Older',
};
