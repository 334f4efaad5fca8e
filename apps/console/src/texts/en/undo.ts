/** The way back from what has happened. */
export const undo = {
  title: 'Way back',
  /** Why there is none. */
  because: {
    none: 'There is none: nothing of the service undoes this.',
    refused: 'It was refused, so there is nothing to undo.',
    kick: 'There is none, and none is needed: whoever was kicked may come back.',
    given: 'There is none: what was given cannot be taken back.',
    said: 'There is none: what was said was read.',
    game: 'There is none: the base went in the game, and no archive was made.',
    created: 'The file was new. It is deleted on its own page.',
    versionGone: 'What the file said before is not kept: the last ten versions are.',
    eventGone: 'The event that tells what to undo is no longer kept.',
    unread: 'The event tells what to undo, and this token may not read events.',
    notYours: 'This token may not do the inverse.',
  },
};
