/** The presence strip of the overview, and the timeline of the players. */
export const presence = {
  moment: 'Moment',
  span: 'Length',
  spans: { day: '24 h', week: '7 d' },
  last: { day: 'Last 24 hours', week: 'Last 7 days' },
  seen: (players: number, most: number) =>
    `${players === 1 ? '1 player' : `${players} players`}, at most ${most} at once`,
  at: (time: string, count: number) => `${time} · ${count} online`,
  now: 'Now',
  when: 'Date and time',
  online: 'Online',
  here: (time: string) => `Here at ${time}`,
  nobodyAt: (time: string) => `Nobody was online at ${time}`,
  nearest: (time: string) => `Nearest: ${time},`,
  nobody: 'Nobody was online in this time.',
  more: (count: string) => `${count} more`,
  earlier: 'Previous change',
  later: 'Next change',
  noGuild: 'No guild',
  since: (from: string) => `since ${from}`,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  onMap: (time: string) => `Show on map at ${time}`,
};
