import { MANY_WORLDS_PATH, WORLDS_PATH } from '@palatine/contract';

/** The introduction of the API document of a gateway. */
export const ABOUT_FLEET = `
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
