export const overview = {
  online: 'Players online',
  ofKnown: (known: string) => `of ${known} known`,
  change: (change: string) => `${change} in the last hour`,
  guilds: 'Guilds',
  bases: 'Bases',
  basesNote: (objects: string) => `${objects} objects`,
  pals: 'Pals',
  palsNote: (people: string) => `and ${people} people`,
  game: 'Game',
  gameNote: (depth: string, limit: string) => `a tick · queue ${depth} of ${limit}`,
  answers: 'API latency',
  answersNote: (errors: number) =>
    errors === 0
      ? 'no error in the last hour'
      : errors === 1
        ? 'one error in the last hour'
        : `${errors} errors in the last hour`,
  range: 'Time',
  ranges: { hour: '1 h', day: '24 h', week: '7 d', month: '30 d' },
  noValues: 'Nothing was recorded in this time.',
  asTable: 'As a table',
  time: 'Time',
  value: 'Value',
  attention: 'Needs attention',
  demo: 'This is a demo world: its players connect and leave on their own. With your own save folder it is your world:',
  world: 'World',
  day: (day: string) => `day ${day} in the game`,
  saved: 'Saved',
  imported: 'Imported',
  build: 'Game build',
  withoutFile: (count: number) =>
    count === 1 ? 'one player without a player file' : `${count} players without a player file`,
};
