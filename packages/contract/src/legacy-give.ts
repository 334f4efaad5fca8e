import { EXAMPLE_IDS } from './example-ids.ts';
import { giveItems } from './items.ts';
import { LIMITS } from './limits.ts';
import { givePalEggs, givePals, givePalTemplates } from './pals.ts';
import { giveProgression } from './progression.ts';
import { REQUIRED_BODY, route } from './route.ts';
import { REACHES_OFFLINE } from './route-texts.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

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

const LEGACY_SECTIONS = {
  ...giveProgression.body.properties,
  UnlockTechnology: Type.Optional(Type.idText('All, or one technology')),
  Techs: Type.Optional(Type.Array(Type.IdText, { maxItems: LIMITS.technologyEntries })),
  UnlockTechnologies: Type.Optional(
    Type.Array(Type.IdText, { maxItems: LIMITS.technologyEntries, description: 'Another name of Techs' }),
  ),
  Items: Type.Optional(giveItems.body.properties.Items),
  Pals: Type.Optional(givePals.body.properties.Pals),
  PalTemplates: Type.Optional(givePalTemplates.body.properties.PalTemplates),
  PalEggs: Type.Optional(givePalEggs.body.properties.PalEggs),
} satisfies Record<LegacySection, unknown>;

/** The body of the legacy route, which checks it itself. An empty section is treated as absent. */
export const LegacyGiveBody = Type.Object({
  UserID: Type.idText('UserId or PlayerUID of somebody online'),
  ...LEGACY_SECTIONS,
});
export type LegacyGiveBody = Type.Static<typeof LegacyGiveBody>;

/** Both the success (`Errors` 0, `Error` {}) and the failure of the legacy route. */
export const LegacyGiveReply = Type.closedObject({
  Errors: Type.Int32,
  Error: Type.Record(Type.String(), Type.Texts),
});
export type LegacyGiveReply = Type.Static<typeof LegacyGiveReply>;

export const legacyGive = route('POST /v1/pdapi/give', 'Give (older clients)', {
  tag: 'Grants',
  permission: [...new Set(Object.values(LEGACY_SECTION_PERMISSIONS))],
  optionalPermissions: REACHES_OFFLINE,
  summary: 'Grant everything at once, in the form of older clients',
  notes: notes.legacyGive,
  deprecated: true,
  attached: 'Delivered',
  // The route checks every entry of every section itself and reports all errors in its own form.
  body: Type.Object({}),
  documentedBody: LegacyGiveBody,
  bodyErrors: REQUIRED_BODY,
  reply: LegacyGiveReply,
  auditTarget: ['UserID'],
  examples: [
    {
      body: {
        UserID: EXAMPLE_IDS.player,
        EXP: 500,
        Relics: { CapturePower: 1 },
        TechnologyPoints: 1,
        AncientTechnologyPoints: 1,
        UnlockTechnology: 'All',
        Items: [{ ItemID: 'Wood', Count: 5 }],
        Pals: [{ PalID: 'SheepBall', Level: 1 }],
        PalTemplates: [EXAMPLE_IDS.template],
        PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'SheepBall', Level: 1 }],
      },
    },
    {
      body: {
        UserID: EXAMPLE_IDS.player,
        Lifmunks: 1,
        Techs: ['Workbench'],
        UnlockTechnologies: ['Workbench'],
        PalEggs: [{ EggID: 'PalEgg_Normal_01', PalTemplate: EXAMPLE_IDS.template }],
      },
    },
  ],
});
