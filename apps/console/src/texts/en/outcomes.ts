import { counted, players } from '../plural.ts';

/** Consequences of actions, and answers of the service. */
export const outcomes = {
  // Consequences, computed before.
  kickPlayer: 'They read the reason, and may come back at once.',
  banNow: 'They are online and are disconnected at once.',
  banLater: 'They can no longer join.',
  banPending: 'No UserId of theirs is known: the ban applies to the PlayerUID until it is.',
  banUnknown: 'The world has never seen this UserId. The ban still applies.',
  knows: (n: number) => `They know ${counted(n, { one: 'technology', other: 'technologies' })}.`,
  bannedAlready: (reason: string) => `A ban is already active: ${reason}`,
  sameAddress: (n: number, names: string) =>
    n === 1 ? `Another plays from their address: ${names}` : `${n} others play from their address: ${names}`,
  addressNotShared: 'No other players are known from their address.',
  campsLeft: (n: number) =>
    `${counted(n, { one: 'base', other: 'bases' })} of their guild would have no members left who may play.`,
  banMany: (n: number) => `${players(n)} at once: the bans cannot be lifted together.`,
  banAddress: 'All players online from this address are disconnected.',
  noPlayersFromThere: 'No players are known from this address.',
  playedFromThere: (n: number, names: string) => `${players(n)} known from there: ${names}`,
  unbanKeepsAddress: 'A ban of their address stays; unban it separately.',
  forgetPoints: 'Spent technology points do not come back.',
  forgetAll: 'Every technology goes. Undo is in the audit, for as long as the event is kept.',
  alertImpossible:
    'A game server has no alerts: this is refused, or announced in the chat where Settings say so.',
  restoreFile: 'The current content of the file is kept as a version.',
  reload: 'Invalid files are ignored; the last valid version stays active.',
  cancelDelivery: 'It will not arrive. Give it again to queue it anew.',
  stopsServer: (n: number) =>
    n === 0 ? 'No players are online.' : `${players(n)} online: the countdown is announced to them.`,
  online: (n: number) => (n === 0 ? 'No players are online.' : `${players(n)} online.`),
  countdownByHand: (time: string) =>
    `Players are told that the server stops in ${time}, and again as it approaches.`,
  noWarningByHand: 'Without a countdown players are told nothing.',
  stoppedByHand:
    'Then stop the server and start it again: Palatine cannot, as server control is manual. It waits for you and can be canceled until then.',
  restoreBackup:
    'The world goes back to this copy. Players who joined later are taken out of it; their files are kept.',
  restoreBase: 'Its objects, their contents and its workers come back as they were archived.',
  deletion: (buildings: number, storages: number, stacks: number) =>
    `${counted(buildings, { one: 'building', other: 'buildings' })}, ${counted(storages, { one: 'storage', other: 'storages' })} with ${counted(stacks, { one: 'stack', other: 'stacks' })}`,
  deletedWorkers: (n: number) => counted(n, { one: 'Pal that works here', other: 'Pals that work here' }),
  deletedDrops: (n: number) => counted(n, { one: 'item on the ground', other: 'items on the ground' }),
  guildLeftWith: (n: number) =>
    n === 0
      ? 'This is the guild’s last base.'
      : `The guild keeps ${counted(n, { one: 'base', other: 'bases' })}.`,
  obstacle: (why: string) => `It would be refused: ${why}`,
  archived: 'Everything is archived first, and can be restored on the page Backups.',
  archivedBeside: 'Everything is archived first. To undo it, restore a backup of the save.',

  // Results.
  skipped: (n: number, names: string) => `${n} skipped: ${names}`,
  more: (n: number) => `${n} more`,
  bannedAddress: (ip: string) => `Address ${ip} banned too`,
  pending: 'The ban applies to the PlayerUID until a UserId is known',
  archive: (path: string) => `Archive: ${path}`,
  rejected: 'A file was rejected; the findings of the doctor say which and why.',
};
