// Sentences that several routes share in the API document.

/** Meaning of REQUEST_FAILED where the shared resolver looks up the player of the path. */
export const NO_SUCH_PLAYER = {
  REQUEST_FAILED:
    'No player whom the route serves has this identifier, or the character is not loaded yet; `Details.Reason` says which: ' +
    '`UNKNOWN_PLAYER`, which no retry helps, `PLAYER_OFFLINE` or `CHARACTER_NOT_LOADED`. Without it the work failed, and the ' +
    'log of the service says why.',
} as const;

/** Players that a route with a `player_identifier` serves. */
export const SERVES_ONLINE_PLAYERS =
  'Serves players who are online and whose character is loaded. With `"playerResolution": "Known"` in Config.json it ' +
  'serves everybody the world knows, online or not.';

/** Source of ids. `what`: such as `ItemID`s. */
export function idsFrom(ids: string): string {
  return (
    `${ids} are in \`GET /v1/palatine/catalogue\` with their names; \`palatine find NAME\` searches them on the ` +
    'command line. Ids match in any case. An unknown one is refused, with up to three suggestions.'
  );
}

export const ALL_OR_NOTHING = 'All of the request is applied, or none of it.';

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
