import { ERRORS, GAME_ERRORS, groupedDigits, LIMITS, type RouteShape } from '@palatine/contract';
import { CODES_OF_A_SENT_BODY, CODES_OF_ANY_ROUTE } from './error-responses.ts';

export const ABOUT = `
Palatine serves the \`/v1/pdapi\` interface of Palworld administration, and a few routes of its own.

**Tokens.** Every route takes a bearer token and needs a permission of it. Without a valid token the answer is
401 \`INVALID_TOKEN\`; without the permission it is 403 \`MISSING_PERMISSION\`.

**Errors.** Every error is JSON of one form. \`Error.Code\` is for programs and stays for ever, \`Error.Message\`
is for people and names the wrong field of a body, and \`Error.Details\` lists every error of it. A path that no route has is 404
\`ROUTE_NOT_FOUND\`, a wrong method 405 \`METHOD_NOT_ALLOWED\`. A read takes no body. One that is sent all the same is read, so
that any read may answer ${CODES_OF_A_SENT_BODY.map((code) => `${ERRORS[code].status} \`${code}\``).join(', ')}; the routes below do not repeat it.

Any route may answer these, and a route that lists a \`default\` response lists those that it can:

${CODES_OF_ANY_ROUTE.map((code) => `- ${ERRORS[code].status} \`${code}\`: ${ERRORS[code].meaning}`).join('\n')}

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
is 431. The bound of every text, list and number stands in its schema; beyond it the answer is
400 \`VALIDATION_FAILED\` and names the field and the bound.
`.trim();

/** The note on a route whose reply has a wrapped form. */
export function answerFormNote({ wrapped }: RouteShape): string | undefined {
  return (
    wrapped &&
    `With the answer form \`Wrapped\` (RESTConfig.json, or the token's own file) the answer is \`${wrapped.shape}\`.`
  );
}
