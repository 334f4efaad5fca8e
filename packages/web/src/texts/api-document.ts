import {
  DELIVERY_HEADER,
  ERRORS,
  type ErrorCode,
  GAME_ERRORS,
  groupedDigits,
  LIMITS,
} from '@palatine/contract';

// The texts of the API document that belong to no single route.

/** The introduction. */
export const about = (
  codesOfASentBody: readonly ErrorCode[],
  codesOfAnyRoute: readonly ErrorCode[],
): string =>
  `
Palatine serves the \`/v1/pdapi\` interface of Palworld administration, and a few further routes.

**Tokens.** Every route takes a bearer token and needs a permission of it. Without a valid token the answer is
401 \`INVALID_TOKEN\`; without the permission it is 403 \`MISSING_PERMISSION\`.

**Errors.** Every error is JSON of one form. \`Error.Code\` is for programs and stays for ever, \`Error.Message\`
is for people and names the wrong field of a body, and \`Error.Details\` lists every error of it. A path that no route has is 404
\`ROUTE_NOT_FOUND\`, a wrong method 405 \`METHOD_NOT_ALLOWED\`. A read takes no body. A body is parsed all the same, so
that any read may answer ${codesOfASentBody.map((code) => `${ERRORS[code].status} \`${code}\``).join(', ')}; the routes below do not repeat it.

Any route may answer these, and a route that lists a \`default\` response lists those that it can:

${codesOfAnyRoute.map((code) => `- ${ERRORS[code].status} \`${code}\`: ${ERRORS[code].meaning}`).join('\n')}

**Writes.** A change answered with 200 is on disk. ${GAME_ERRORS.map((code) => `\`${code}\``).join(', ')}
mean that nothing was applied; with an \`Idempotency-Key\` any write may be sent again and is applied once. A refusal changes
nothing and keeps no key. So a shop takes the order number as the key, and while the buyer is offline (\`REQUEST_FAILED\`) it sends
the same order again, until that is answered with 200.

**Headers.** A request may carry an \`X-Request-Id\`; the response repeats it, or gives one, and the log of the service names
it. A reply of a read has an \`ETag\`; with it in \`If-None-Match\` the answer is 304 while nothing has changed. Responses 429 and 503 have
a \`Retry-After\`.

**Identifiers.** A GUID is accepted as \`8-8-8-8\`, as \`8-4-4-4-12\` or as 32 digits without dashes, in any case, and printed as \`8-8-8-8\` in upper
case. A UserId is \`<platform>_<account id>\`. One of more than ${LIMITS.idChars} characters is malformed and matches nothing.

**Limits.** A body has at most ${groupedDigits(LIMITS.bodyBytes)} bytes (\`Max-Body-Bytes\` of RESTConfig.json) and ${groupedDigits(LIMITS.bodyValues)}
values, those in lists and objects counted one by one; more is 413 \`PAYLOAD_TOO_LARGE\`. It is nested at most
${LIMITS.bodyDepth} levels deep; more is \`INVALID_JSON\`. All headers together, with the path, have at most ${groupedDigits(LIMITS.headerBytes)} bytes; more
is 431. The bound of every text, list and number is in its schema; beyond it the answer is
400 \`VALIDATION_FAILED\` and names the field and the bound.
`.trim();

/** The effect of a route beside a running game server. */
export const ATTACHED_NOTES = {
  Live: 'Beside a running game server: done by that server, at once.',
  Delivered: `Beside a running game server: waits for its next stop (\`${DELIVERY_HEADER}\`), and is in no read before.`,
  Impossible:
    'Beside a running game server: refused with `REQUEST_FAILED`; a server without a mod cannot do it.',
} as const;

export const PATH_PARAMETERS: Record<string, string> = {
  player_identifier: 'UserId, such as `steam_76561198000000001`, or PlayerUID, in any spelling of a GUID.',
  id: 'Id, as lists give it; a GUID in any spelling.',
  uid: 'PlayerUID, in any spelling of a GUID, or UserId.',
  guild_id: 'GUID of the guild, in any spelling.',
  user_id: 'UserId of the banned user.',
  ip: 'IPv4 or IPv6 address.',
  base_camp_id: 'GUID of the base camp, in any spelling.',
  name: 'Name of the file, without `.json`.',
  file: 'Name of the file.',
};

export const FROM_DEMO = 'From the demo world; long lists are cut short';

export const RESUMABLE =
  'Messages of the lines `id`, `event` and `data` and an empty line, and a heartbeat `: ` between them, until one ' +
  'side closes the connection. The description of the route says how to begin and resume (`Last-Event-ID`), ' +
  'what a gap does';
export const MESSAGES =
  'Messages of the lines `event` and `data` and an empty line, and a heartbeat `: ` between them, until one side ' +
  'closes the connection. The description of the route says how to read them';
