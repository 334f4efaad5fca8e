import Type from 'typebox';
import { route } from './route.ts';
import { Amount, closedObject, Int32, NonEmptyText, Text } from './shapes.ts';

const requiredBody = { missing: 'VALIDATION_FAILED', notAnObject: 'VALIDATION_FAILED' } as const;

/** Map coordinates, as the in-game map shows them. */
const place = { X: Type.Number(), Y: Type.Number(), Z: Type.Number() };

export const summonPal = route({
  method: 'POST',
  path: '/summon/pal',
  permission: 'REST.Summon.Pal',
  summary: 'Summon a Pal at map coordinates',
  game: true,
  body: Type.Object({
    PalID: Type.Optional(NonEmptyText),
    PalTemplate: Type.Optional(NonEmptyText),
    ...place,
    Level: Type.Optional(Amount),
    Uncapturable: Type.Optional(Type.Boolean()),
    DisableAI: Type.Optional(Type.Boolean()),
    DisableDamageMeter: Type.Optional(Type.Boolean()),
    HealthMultiplier: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    HPMultiplier: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    DisableStatuses: Type.Optional(Type.Array(Text)),
  }),
  bodyFaults: requiredBody,
  reply: closedObject({
    Summoned: closedObject({
      Type: Type.Literal('Pal'),
      PalID: Text,
      PalTemplate: Type.Optional(Text),
      Level: Int32,
      Uncapturable: Type.Boolean(),
      DisableAI: Type.Boolean(),
      DamageMeter: Type.Boolean(),
      ...place,
    }),
  }),
  errors: ['VALIDATION_FAILED', 'PAL_TEMPLATE_IMPORT_FAILED', 'SUMMON_PAL_FAILED'],
});

export const summonNPC = route({
  method: 'POST',
  path: '/summon/npc',
  permission: 'REST.Summon.NPC',
  summary: 'Summon an NPC at map coordinates',
  game: true,
  body: Type.Object({
    NPCID: NonEmptyText,
    ...place,
    Level: Type.Optional(Amount),
    Uncapturable: Type.Optional(Type.Boolean()),
    DisableAI: Type.Optional(Type.Boolean()),
  }),
  bodyFaults: requiredBody,
  reply: closedObject({
    Summoned: closedObject({
      Type: Type.Literal('NPC'),
      NPCID: Text,
      Level: Int32,
      Uncapturable: Type.Boolean(),
      DisableAI: Type.Boolean(),
      ...place,
    }),
  }),
  errors: ['VALIDATION_FAILED', 'SUMMON_NPC_FAILED'],
});
