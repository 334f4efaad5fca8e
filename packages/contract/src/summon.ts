import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import { idsFrom } from './route-texts.ts';
import * as Type from './type.ts';

/** The statuses that a summoned Pal can be made immune to: those that the original publishes. */
export const DISABLE_STATUSES = [
  'DrownCheck',
  'Poison',
  'Stun',
  'Coma',
  'Sleep',
  'Overwork',
  'Drown',
  'FallDamage',
  'LavaDamage',
  'Burn',
  'Wetness',
  'Freeze',
  'Electrical',
  'Muddy',
  'IvyCling',
  'Darkness',
  'CollectItem',
] as const;

/** Map coordinates, as the in-game map shows them. */
const mapCoordinates = { X: Type.MapCoordinate, Y: Type.MapCoordinate, Z: Type.MapCoordinate };

export const summonPal = route('POST /v1/pdapi/summon/pal', {
  tag: 'World',
  permission: 'REST.Summon.Pal',
  title: 'Summon Pal',
  summary: 'Summon a Pal at map coordinates',
  notes: `${idsFrom('`PalID`s')}\n\nExactly one of \`PalID\` and \`PalTemplate\` is given; a template brings its own level, and its \`HP\` is the maximum of the Pal. Coordinates are those of the in-game map. The Pal belongs to nobody.`,
  attached: 'Impossible',
  body: Type.Object({
    PalID: Type.Optional(Type.NonEmptyIdText),
    PalTemplate: Type.Optional(Type.NonEmptyIdText),
    ...mapCoordinates,
    Level: Type.Optional(Type.Amount),
    Uncapturable: Type.Optional(Type.Boolean()),
    DisableAI: Type.Optional(Type.Boolean()),
    DisableDamageMeter: Type.Optional(Type.Boolean()),
    HealthMultiplier: Type.Optional(Type.HealthFactor),
    HPMultiplier: Type.Optional(Type.HealthFactor),
    DisableStatuses: Type.Optional(
      Type.Array(Type.IdText, {
        maxItems: LIMITS.statusEntries,
        description: `Any of ${DISABLE_STATUSES.join(', ')}; other names are skipped`,
      }),
    ),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({
    Summoned: Type.closedObject({
      Type: Type.Literal('Pal'),
      PalID: Type.Text,
      PalTemplate: Type.Optional(Type.Text),
      Level: Type.Int32,
      Uncapturable: Type.Boolean(),
      DisableAI: Type.Boolean(),
      DamageMeter: Type.Boolean(),
      ...mapCoordinates,
    }),
  }),
  errors: ['PAL_TEMPLATE_IMPORT_FAILED', 'SUMMON_PAL_FAILED'],
  auditTarget: ['PalID', 'PalTemplate'],
  examples: [
    {
      body: {
        PalID: 'SheepBall',
        X: 122.4,
        Y: -430.9,
        Z: 250,
        Level: 15,
        Uncapturable: true,
        DisableAI: true,
        DisableDamageMeter: true,
        HealthMultiplier: 2,
        DisableStatuses: ['Poison'],
      },
    },
    { body: { PalTemplate: EXAMPLE_IDS.template, X: 122.4, Y: -430.9, Z: 250, HPMultiplier: 2 } },
  ],
});

export const summonNPC = route('POST /v1/pdapi/summon/npc', {
  tag: 'World',
  permission: 'REST.Summon.NPC',
  title: 'Summon NPC',
  summary: 'Summon an NPC at map coordinates',
  notes: `${idsFrom('`NPCID`s')}\n\nCoordinates are those of the in-game map. \`Level\` is 1 to 80, 1 unless given.`,
  attached: 'Impossible',
  body: Type.Object({
    NPCID: Type.String({
      minLength: 1,
      maxLength: LIMITS.idChars,
      description: 'An NPC character id or a unique NPC id',
    }),
    ...mapCoordinates,
    Level: Type.Optional(Type.Amount),
    Uncapturable: Type.Optional(Type.Boolean()),
    DisableAI: Type.Optional(Type.Boolean()),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({
    Summoned: Type.closedObject({
      Type: Type.Literal('NPC'),
      NPCID: Type.Text,
      Level: Type.Int32,
      Uncapturable: Type.Boolean(),
      DisableAI: Type.Boolean(),
      ...mapCoordinates,
    }),
  }),
  errors: ['SUMMON_NPC_FAILED'],
  auditTarget: ['NPCID'],
  examples: [
    {
      body: {
        NPCID: 'SalesPerson',
        X: 122.4,
        Y: -430.9,
        Z: 250,
        Level: 2,
        Uncapturable: true,
        DisableAI: true,
      },
    },
    { body: { NPCID: 'PIDF_Soldier_AssaultRifle', Level: 30, X: 230, Y: -486, Z: 4097 } },
  ],
});
