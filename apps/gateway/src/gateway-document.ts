import { ALL_ROUTES, FLEET_ROUTES, LIMITS, MANY_WORLDS_PATH, WORLDS_PATH } from '@palatine/contract';
import { ABOUT, type DocumentInParts, documentOf, type JsonObject } from '@palatine/web/document';

const ABOUT_FLEET = `
A gateway serves many worlds. Its own routes are below \`/v1/fleet\`. Those of each world are below
\`${WORLDS_PATH}/{world}\`, with the same bodies, answers and errors as at the world itself.

**Many worlds.** Every route that writes is also below \`${MANY_WORLDS_PATH}/{selector}\`, where the selector is \`*\`, or keys and
tags of worlds separated by commas: \`POST ${MANY_WORLDS_PATH}/eu/v1/pdapi/Broadcast\`. The answer has one outcome for
each world, and no transaction spans them.

**A world that is away.** A request for it is 503 \`SERVER_BUSY\`, with \`Details.Reason\` \`WORLD_OFFLINE\`, and nothing was applied.
Every write has an \`Idempotency-Key\`; the gateway adds one where it is missing. When the world does not say how a write
ended, the answer is 504 \`OUTCOME_UNKNOWN\` with that key in \`Details.IdempotencyKey\`: repeat the request with it: it
is applied once. \`REQUEST_TIMEOUT\` means here too that nothing was applied and nothing will be. An invalid answer of a world is
502 \`WORLD_ANSWER_INVALID\`. A world that the fleet does not know, or the token may not see, is 404 \`WORLD_NOT_FOUND\`.
`.trim();

const WORLD: JsonObject = {
  name: 'world',
  in: 'path',
  required: true,
  description: 'The key of the world, as `GET /v1/fleet/worlds` lists it.',
  schema: { type: 'string', maxLength: LIMITS.idChars },
};

/** The OpenAPI 3.1 document of a gateway: its own routes, and those of a world behind it. */
export function gatewayDocument(): DocumentInParts {
  const groups = [
    { routes: FLEET_ROUTES },
    { routes: ALL_ROUTES, below: { path: `${WORLDS_PATH}/{world}`, parameters: [WORLD] } },
  ];
  return documentOf(groups, {
    title: 'Palatine gateway',
    summary: 'Administration of many Palworld worlds',
    description: `${ABOUT_FLEET}\n\n${ABOUT}`,
    readiness: 'Whether the broker is connected and its stream is read.',
  });
}
