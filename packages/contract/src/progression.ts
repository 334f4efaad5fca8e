import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { INT32_MAX, STATUS_POINTS_MAX } from './limits.ts';
import { Amount } from './request-shapes.ts';
import { route } from './route.ts';
import { ALL_OR_NOTHING, NO_SUCH_PLAYER, SERVES_ONLINE_PLAYERS } from './route-texts.ts';
import { Counts, closedObject, Flags, GuidText, Int32, Text } from './shapes.ts';

export const RELIC_TYPES = [
  'CapturePower',
  'HungerReduction',
  'SwimSpeed',
  'FoodDecayReduction',
  'JumpPower',
  'GliderSpeed',
  'ClimbSpeed',
  'StatusAilmentResist',
  'StaminaReduction',
  'SphereHoming',
  'ExpBonus',
  'RainbowPassiveRate',
  'MoveSpeed',
] as const;
export type RelicType = (typeof RELIC_TYPES)[number];

/** A request's amounts by relic type, at least one. */
export const RelicAmounts = Type.Unsafe<{ [Name in RelicType]?: number }>(
  Type.Object(Object.fromEntries(RELIC_TYPES.map((type) => [type, Type.Optional(Amount)])), {
    additionalProperties: false,
    minProperties: 1,
  }),
);

export const Relics = closedObject({
  CapturePower: Int32,
  HungerReduction: Int32,
  SwimSpeed: Int32,
  FoodDecayReduction: Int32,
  JumpPower: Int32,
  GliderSpeed: Int32,
  ClimbSpeed: Int32,
  StatusAilmentResist: Int32,
  StaminaReduction: Int32,
  SphereHoming: Int32,
  ExpBonus: Int32,
  RainbowPassiveRate: Int32,
  MoveSpeed: Int32,
});

export const getProgression = route('GET /v1/pdapi/progression/:player_identifier', {
  tag: 'Players',
  permission: 'REST.Progression.Read',
  title: 'Get progression',
  summary: "A player's level, currencies, bosses, captures and activities",
  notes: `${SERVES_ONLINE_PLAYERS}\n\nBosses, Pals and items are keyed by ids of \`GET /v1/palatine/catalogue\`.`,
  game: true,
  reply: closedObject({
    Meta: closedObject({ PlayerUID: GuidText, Player: Text }),
    Progression: closedObject({
      Player: closedObject({ level: Int32, exp: Int32, unusedStatusPoints: Int32 }),
      Currencies: closedObject({
        relics: Relics,
        lifmunks: Int32,
        technologyPoints: Int32,
        ancientTechnologyPoints: Int32,
      }),
      Bosses: closedObject({
        towerBossDefeatCounts: Counts,
        normalBossDefeatFlags: Flags,
        raidBossDefeatCounts: Counts,
        totalBossDefeatCount: Int32,
        predatorDefeatCount: Int32,
      }),
      Captures: closedObject({
        tribeCaptureCount: Int32,
        palCaptureCounts: Counts,
        palCaptureBonusCounts: Counts,
        palButcherCounts: Counts,
      }),
      Activities: closedObject({
        craftItemCounts: Counts,
        normalDungeonClearCount: Int32,
        fixedDungeonClearCount: Int32,
        oilrigClearCount: Int32,
        palRankUpCounts: Counts,
        arenaSoloClearCounts: Counts,
        npcTalkCounts: Counts,
        fishingCounts: Counts,
        foundTreasureCount: Int32,
        campConqueredCount: Int32,
        firstFishingComplete: Type.Boolean(),
      }),
    }),
  }),
  meanings: NO_SUCH_PLAYER,
  examples: [{ params: { player_identifier: EXAMPLE_IDS.player } }],
});
export type ProgressionReply = Static<typeof getProgression.reply>;

export const giveProgression = route('POST /v1/pdapi/give/progression/:player_identifier', {
  tag: 'Grants',
  permission: 'REST.Progression.Give',
  title: 'Give progression',
  summary: 'Grant EXP, technology points and relics',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING} At least one amount has to be given. EXP raises the level along the table of the game up to level 80; each level gained is one unused status point. \`Granted.EXP\` is what was added: EXP beyond the cap is not kept. A total above 2147483647 is refused, and so is a level whose status point would be one above ${STATUS_POINTS_MAX}. \`Totals\` has the new totals of what was given.`,
  game: true,
  attached: 'Delivered',
  body: Type.Object({
    EXP: Type.Optional(Amount),
    TechnologyPoints: Type.Optional(Amount),
    AncientTechnologyPoints: Type.Optional(Amount),
    Lifmunks: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: INT32_MAX,
        description: 'The older name of Relics.CapturePower. The two add up.',
      }),
    ),
    Relics: Type.Optional(RelicAmounts),
  }),
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST' },
  reply: closedObject({
    Granted: closedObject({
      EXP: Type.Optional(Int32),
      Lifmunks: Type.Optional(Int32),
      Relics: Type.Optional(Counts),
      TechnologyPoints: Type.Optional(Int32),
      AncientTechnologyPoints: Type.Optional(Int32),
    }),
    Totals: closedObject({
      Lifmunks: Type.Optional(Int32),
      Relics: Type.Optional(Counts),
      TechnologyPoints: Type.Optional(Int32),
      AncientTechnologyPoints: Type.Optional(Int32),
    }),
  }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.player },
      body: { EXP: 1000, TechnologyPoints: 5, AncientTechnologyPoints: 1, Relics: { CapturePower: 2 } },
    },
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { Lifmunks: 3 } },
  ],
});
