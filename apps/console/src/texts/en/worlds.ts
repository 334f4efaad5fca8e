import { worlds as amount, counted } from '../plural.ts';

/** Texts of the page of all worlds, and of what surrounds one of them. */
export const worlds = {
  name: 'World',
  state: 'State',
  tags: 'Tags',
  version: 'Version',
  players: 'Players',
  queue: 'Queue',
  behind: 'Behind',
  lastSeen: 'Last seen',
  lists: 'Lists',
  states: { Online: 'Online', Starting: 'Starting', Away: 'Away', Fenced: 'Fenced' },
  meanings: {
    Online: 'It answers.',
    Starting: 'It is starting.',
    Away: 'It has not been heard of for a while. Its events arrive when it is back.',
    Fenced: 'Two processes say that they are this world. Only the first may change anything.',
  },
  none: 'No world has joined this fleet, or none that this token may see.',
  noneMatch: 'No world matches the filter.',
  find: 'Name, key or tag',
  anyTag: 'All tags',
  anyState: 'All states',
  gateway: 'Gateway',
  upToDate: 'nothing',
  behindBy: (events: number, audit: number, lists: boolean) =>
    [
      ...(events > 0 ? [counted(events, { one: 'event', other: 'events' })] : []),
      ...(audit > 0 ? [counted(audit, { one: 'audit entry', other: 'audit entries' })] : []),
      ...(lists ? ['shared lists'] : []),
    ].join(', '),
  never: 'never by this gateway',
  online: (online: number, all: number) => `${online} of ${amount(all)} online`,
  playing: (players: number) => counted(players, { one: 'player online', other: 'players online' }),
  write: 'Do at these worlds',
  attached: 'with a game server',
  all: 'All worlds',
  switch: (name: string) => `World: ${name}. Go to another one`,
  others: 'Other worlds',
  unnamed: 'Unnamed world',
  away: 'This world does not answer',
  awayWhy: 'The gateway cannot reach it now. The page opens as soon as it is back.',
  signInAgain: 'Sign in with another token',
};

/** Texts of a write to many worlds. */
export const many = {
  broadcast: 'Announce',
  ban: 'Ban a player',
  unban: 'Unban a player',
  reload: 'Reload the configuration',
  titles: {
    broadcast: (number: number) => `Announce on ${amount(number)}`,
    ban: (number: number, whom: string) => `Ban ${whom} on ${amount(number)}`,
    unban: (number: number, whom: string) => `Unban ${whom} on ${amount(number)}`,
    reload: (number: number) => `Reload the configuration of ${amount(number)}`,
  },
  aPlayer: 'a player',
  message: 'Message',
  userId: 'UserId',
  userIdHint: 'Such as steam_76561190000000001',
  reason: 'Reason',
  targets: 'Worlds',
  notOnline: (number: number) =>
    `${amount(number)} of these cannot be reached now. Nothing will be applied there.`,
  noTransaction: 'Each world applies it by itself: it may end differently at each.',
  running: (done: number, of: number) => `${done} of ${amount(of)} done`,
  outcome: 'Outcome',
  states: { waiting: '…', applied: 'Done', refused: 'Not applied', unknown: 'Unknown' },
  summary: (applied: number, refused: number, unknown: number) =>
    [
      `Done at ${amount(applied)}`,
      ...(refused > 0 ? [`not applied at ${refused}`] : []),
      ...(unknown > 0 ? [`unknown at ${unknown}`] : []),
    ].join(', '),
  repeat: (number: number) => `Retry on ${amount(number)}`,
  retry: (number: number) => `Try ${amount(number)} again`,
};

/** Texts of letting a world join. */
export const join = {
  add: 'Add a world',
  title: 'Add a world to the fleet',
  hint: 'Start the world with this line. It is a secret, works once, and is shown only now.',
  tagsHint: 'With commas between them, such as eu, pvp. May stay empty.',
  listsHint: 'The lists that the world enforces, with commas between them.',
  make: 'Create the code',
  command: 'Command',
  until: 'Valid until',
};
