import {
  giveItems,
  givePalEggs,
  givePals,
  givePalTemplates,
  giveProgression,
  type LegacySection,
  legacyGive,
  type RouteShape,
} from '@palatine/contract';
import type { RouteExample } from './examples.ts';
import { type JsonObject, toSchema } from './schemas.ts';

const { EXP, Lifmunks, Relics, TechnologyPoints, AncientTechnologyPoints } = giveProgression.body.properties;
const technologies = { type: 'array', items: { type: 'string' } };

/** The legacy route checks its body itself, so the table does not say what is in it. */
const LEGACY_SECTIONS: Record<LegacySection, object> = {
  EXP,
  Lifmunks,
  Relics,
  TechnologyPoints,
  AncientTechnologyPoints,
  UnlockTechnology: { type: 'string', description: 'All, or one technology' },
  Techs: technologies,
  UnlockTechnologies: { ...technologies, description: 'The same as Techs' },
  Items: giveItems.body.properties.Items,
  Pals: givePals.body.properties.Pals,
  PalTemplates: givePalTemplates.body.properties.PalTemplates,
  PalEggs: givePalEggs.body.properties.PalEggs,
};
const LEGACY_BODY = {
  type: 'object',
  required: ['UserID'],
  properties: {
    UserID: { type: 'string', description: 'Who gets it: UserId or PlayerUID of somebody online' },
    ...LEGACY_SECTIONS,
  },
};

/** The body a route takes; it may be left out where the route says so. */
export function requestBody(route: RouteShape, { body }: RouteExample): JsonObject {
  if (route.body === undefined) return {};
  return {
    requestBody: {
      required: route.bodyErrors?.missing !== undefined,
      content: {
        'application/json': {
          schema: toSchema(route.path === legacyGive.path ? LEGACY_BODY : route.body),
          ...(body === undefined ? {} : { example: body }),
        },
      },
    },
  };
}
