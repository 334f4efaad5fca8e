import Type from 'typebox';
import { route } from './route.ts';
import { closedObject, Int32, Texts } from './shapes.ts';

/** Each section of the legacy body, with the permission it needs. */
export const LEGACY_SECTION_PERMISSIONS = {
  EXP: 'REST.Progression.Give',
  Lifmunks: 'REST.Progression.Give',
  Relics: 'REST.Progression.Give',
  TechnologyPoints: 'REST.Progression.Give',
  AncientTechnologyPoints: 'REST.Progression.Give',
  UnlockTechnology: 'REST.Techs.Learn',
  Techs: 'REST.Techs.Learn',
  UnlockTechnologies: 'REST.Techs.Learn',
  Items: 'REST.Items.Give',
  Pals: 'REST.Pals.Give',
  PalTemplates: 'REST.PalTemplates.Give',
  PalEggs: 'REST.PalEggs.Give',
} as const;
export type LegacySection = keyof typeof LEGACY_SECTION_PERMISSIONS;

/** Both the success (`Errors` 0, `Error` {}) and the failure of the legacy route. */
export const LegacyGiveAnswer = closedObject({ Errors: Int32, Error: Type.Record(Type.String(), Texts) });

export const legacyGive = route({
  method: 'POST',
  path: '/give',
  permission: [...new Set(Object.values(LEGACY_SECTION_PERMISSIONS))],
  summary: 'Grant everything at once, in the form of older clients',
  deprecated: true,
  game: true,
  // The route checks every entry of every section itself and reports all faults in its own form.
  body: Type.Object({}),
  bodyFaults: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST' },
  reply: LegacyGiveAnswer,
  errors: ['INVALID_REQUEST'],
});
