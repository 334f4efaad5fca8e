import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/** The statuses that a summoned Pal can be made immune to: those that PalDefender publishes. */
export const DISABLE_STATUSES = words(
  'DrownCheck Poison Stun Coma Sleep Overwork Drown FallDamage LavaDamage Burn Wetness Freeze',
  'Electrical Muddy IvyCling Darkness CollectItem',
);

// Of the examples.
const SPOT = { X: 122.4, Y: -430.9, Z: 250 };
const TAME = { Uncapturable: true, DisableAI: true };

/** Map coordinates, as the in-game map shows them. */
const mapCoordinates = { X: Type.MapCoordinate, Y: Type.MapCoordinate, Z: Type.MapCoordinate };

export const summonPal = route('POST /v1/pdapi/summon/pal', 'Summon Pal', {
  tag: 'World',
  permission: 'REST.Summon.Pal',
  summary: 'Summon a Pal at map coordinates',
  notes: notes.summonPal,
  attached: 'Impossible',
  body: Type.Object({
    ...Type.eachOf(['PalID', 'PalTemplate'], Type.Optional(Type.NonEmptyIdText)),
    ...mapCoordinates,
    Level: Type.Optional(Type.Amount),
    ...Type.eachOf(['Uncapturable', 'DisableAI', 'DisableDamageMeter'], Type.Optional(Type.Boolean())),
    ...Type.eachOf(['HealthMultiplier', 'HPMultiplier'], Type.Optional(Type.HealthFactor)),
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
      PalID: Type.String(),
      PalTemplate: Type.Optional(Type.String()),
      Level: Type.Int32,
      ...Type.eachOf(['Uncapturable', 'DisableAI', 'DamageMeter'], Type.Boolean()),
      ...mapCoordinates,
    }),
  }),
  errors: ['PAL_TEMPLATE_IMPORT_FAILED', 'SUMMON_PAL_FAILED'],
  auditTarget: ['PalID', 'PalTemplate'],
  examples: [
    {
      body: {
        PalID: 'SheepBall',
        ...SPOT,
        Level: 15,
        ...TAME,
        DisableDamageMeter: true,
        HealthMultiplier: 2,
        DisableStatuses: ['Poison'],
      },
    },
    { body: { PalTemplate: EXAMPLE_IDS.template, ...SPOT, HPMultiplier: 2 } },
  ],
});

export const summonNPC = route('POST /v1/pdapi/summon/npc', 'Summon NPC', {
  tag: 'World',
  permission: 'REST.Summon.NPC',
  summary: 'Summon an NPC at map coordinates',
  notes: notes.summonNPC,
  attached: 'Impossible',
  body: Type.Object({
    NPCID: Type.String({
      minLength: 1,
      maxLength: LIMITS.idChars,
      description: 'An NPC character id or a unique NPC id',
    }),
    ...mapCoordinates,
    Level: Type.Optional(Type.Amount),
    ...Type.eachOf(['Uncapturable', 'DisableAI'], Type.Optional(Type.Boolean())),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({
    Summoned: Type.closedObject({
      Type: Type.Literal('NPC'),
      NPCID: Type.String(),
      Level: Type.Int32,
      ...Type.eachOf(['Uncapturable', 'DisableAI'], Type.Boolean()),
      ...mapCoordinates,
    }),
  }),
  errors: ['SUMMON_NPC_FAILED'],
  auditTarget: ['NPCID'],
  examples: [
    { body: { NPCID: 'SalesPerson', ...SPOT, Level: 2, ...TAME } },
    { body: { NPCID: 'PIDF_Soldier_AssaultRifle', Level: 30, X: 230, Y: -486, Z: 4097 } },
  ],
});
