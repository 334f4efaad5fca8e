// Sentences that several routes share in the API document.

/** What REQUEST_FAILED means where the player of the path is looked up by the shared resolver. */
export const NO_SUCH_PLAYER = {
  REQUEST_FAILED:
    'No player whom the route serves has this identifier, or the character is not loaded yet; the message says which. ' +
    'Or The work failed, and the log of the service says why.',
} as const;

/** Whom a route with a `player_identifier` serves. */
export const SERVES_ONLINE_PLAYERS =
  'Serves players who are online and whose character is loaded. With `"playerResolution": "Known"` in Config.json it ' +
  'serves everybody the world knows, online or not.';

/** Where ids come from. `what`: such as `ItemID`s. */
export function idsFrom(what: string): string {
  return (
    `${what} stand in \`GET /v1/palatine/catalogue\` with their names; \`palatine find NAME\` searches them on the ` +
    'command line. Any case counts. An unknown one is refused, with up to three that it may mean.'
  );
}

export const ALL_OR_NOTHING = 'All of the request is applied, or nothing of it.';

/** What a grant to the player of the path has in common with others. */
export const GRANT = {
  tag: 'Grants',
  attached: 'Delivered',
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST' },
  errors: ['INVALID_REQUEST'],
  meanings: NO_SUCH_PLAYER,
} as const;
