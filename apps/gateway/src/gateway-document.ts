import { ALL_ROUTES, FLEET_ROUTES, LIMITS, WORLDS_PATH } from '@palatine/contract';
import { ABOUT, type DocumentInParts, documentOf, type JsonObject } from '@palatine/web/document';
import { ABOUT_FLEET } from './texts/about-fleet.ts';

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
