import { NO_SUCH_PLAYER } from './texts/notes.ts';

/** Makes a write serve offline players too, whatever `playerResolution` is, for a token with the permission. */
export const OFFLINE_PLAYERS = {
  header: 'Palatine-Offline-Players',
  value: 'allow',
  permission: 'Palatine.Players.Offline',
} as const;

/** The permission to reach offline players, on the writes that look up a player. */
export const REACHES_OFFLINE = {
  [OFFLINE_PLAYERS.permission]: `offline players, if the request has the header \`${OFFLINE_PLAYERS.header}: ${OFFLINE_PLAYERS.value}\``,
};

/** Shared by all grants to the player of the path. */
export const GRANT = {
  tag: 'Grants',
  attached: 'Delivered',
  optionalPermissions: REACHES_OFFLINE,
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST' },
  errors: ['INVALID_REQUEST'],
  meanings: NO_SUCH_PLAYER,
} as const;
