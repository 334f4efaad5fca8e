export const audit = {
  when: 'When',
  token: 'Token',
  action: 'Action',
  target: 'Target',
  what: 'Summary',
  outcome: 'Outcome',
  ok: 'done',
  address: 'Address',
  route: 'Route',
  asNamed: 'As the caller named it',
  userId: 'UserId',
  reason: 'Reason',
  request: 'Request id',
  event: 'Event',
  find: 'Text',
  player: 'Player',
  anyAction: 'All actions',
  anyOutcome: 'All outcomes',
  none: 'No entries yet.',
  noneMatch: 'No entry matches all of these filters.',
  /** Names of writes by the name of their route, or by what no route did; else that of the API document. */
  writes: {
    applyFleetLists: 'Apply shared lists',
    broadcast: 'Announce',
    startMaintenance: 'Restart',
    cancelMaintenance: 'Cancel restart',
  } as Readonly<Record<string, string>>,
};

/** The inverse of an event. */
export const undo = {
  /** Reasons why an event cannot be undone. */
  because: {
    none: 'This cannot be undone.',
    refused: 'It was refused, so there is nothing to undo.',
    kick: 'Not needed: a kicked player may come back.',
    given: 'Not possible: grants cannot be taken back.',
    said: 'Not possible: the message was read.',
    game: 'Not possible: the base was deleted in the game, and no archive was made.',
    created: 'The file was new. It is deleted on its own page.',
    versionGone: 'The earlier content is no longer kept: only the last ten versions are.',
    eventGone: 'The event that tells what to undo is no longer kept.',
    unread: 'The event tells what to undo, and this token may not read events.',
    notYours: 'This token may not do the inverse.',
  },
};
