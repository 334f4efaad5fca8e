/** The inverse of an event. */
export const undo = {
  title: 'Undo',
  /** Why there is none. */
  because: {
    none: 'Not possible: the service has no inverse for this.',
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
