import { countedIn } from '../plural.ts';

const count = countedIn('en');
const counted = (number: number) => count(number, { one: 'world', other: 'worlds' });

/** Texts of the page of all worlds, and of what surrounds one of them. */
export const worlds = {
  title: 'Worlds',
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
    Away: 'It has not been heard of for a while. What it does meanwhile arrives when it is back.',
    Fenced: 'Two processes say that they are this world. Only the first may change anything.',
  },
  none: 'No world has joined this fleet, or none that this token may see.',
  noneMatch: 'No world matches the filter.',
  find: 'Name, key or tag',
  anyTag: 'Every tag',
  anyState: 'Every state',
  anyWorld: 'Every world',
  gateway: 'Gateway',
  upToDate: 'nothing',
  behindBy: (events: number, audit: number, lists: boolean) =>
    [
      ...(events > 0 ? [count(events, { one: 'event', other: 'events' })] : []),
      ...(audit > 0 ? [count(audit, { one: 'audit entry', other: 'audit entries' })] : []),
      ...(lists ? ['shared lists'] : []),
    ].join(', '),
  never: 'never by this gateway',
  online: (online: number, all: number) => `${online} of ${counted(all)} online`,
  playing: (players: number) => count(players, { one: 'player online', other: 'players online' }),
  write: 'Do at these worlds',
  attached: 'beside a game server',
  all: 'All worlds',
  switch: (name: string) => `World: ${name}. Go to another one`,
  others: 'Other worlds',
  unnamed: 'Unnamed world',
  away: 'This world does not answer',
  awayWhy: 'The gateway cannot reach it now. The page opens as soon as it is back.',
  signInAgain: 'Sign in with another token',
};
