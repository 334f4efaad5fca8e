import { INT32_MAX, STATUS_POINTS_MAX } from './limits.ts';
import { route } from './route.ts';
import { GRANT } from './route-texts.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

export const RELIC_TYPES = words(
  'CapturePower HungerReduction SwimSpeed FoodDecayReduction JumpPower GliderSpeed ClimbSpeed',
  'StatusAilmentResist StaminaReduction SphereHoming ExpBonus RainbowPassiveRate MoveSpeed',
);
export type RelicType = (typeof RELIC_TYPES)[number];

/** A request's amounts by relic type, at least one. */
export const RelicAmounts = Type.Object(Type.eachOf(RELIC_TYPES, Type.Optional(Type.Amount)), {
  additionalProperties: false,
  minProperties: 1,
});

export const Relics = Type.closedObject(Type.eachOf(RELIC_TYPES, Type.Int32));

export const getProgression = route('GET /v1/pdapi/progression/:player_identifier', 'Get progression', {
  tag: 'Players',
  permission: 'REST.Progression.Read',
  summary: "A player's level, currencies, bosses, captures and activities",
  notes: notes.getProgression,
  reply: Type.closedObject({
    Meta: Type.closedObject({ PlayerUID: Type.GuidText, Player: Type.String() }),
    Progression: Type.closedObject({
      Player: Type.closedObject({ level: Type.Int32, exp: Type.Int32, unusedStatusPoints: Type.Int32 }),
      Currencies: Type.closedObject({
        relics: Relics,
        ...Type.eachOf(['lifmunks', 'technologyPoints', 'ancientTechnologyPoints'], Type.Int32),
      }),
      Bosses: Type.closedObject({
        towerBossDefeatCounts: Type.Counts,
        normalBossDefeatFlags: Type.Flags,
        raidBossDefeatCounts: Type.Counts,
        ...Type.eachOf(['totalBossDefeatCount', 'predatorDefeatCount'], Type.Int32),
      }),
      Captures: Type.closedObject({
        tribeCaptureCount: Type.Int32,
        ...Type.eachOf(['palCaptureCounts', 'palCaptureBonusCounts', 'palButcherCounts'], Type.Counts),
      }),
      Activities: Type.closedObject({
        craftItemCounts: Type.Counts,
        ...Type.eachOf(['normalDungeonClearCount', 'fixedDungeonClearCount', 'oilrigClearCount'], Type.Int32),
        palRankUpCounts: Type.Counts,
        ...Type.eachOf(['arenaSoloClearCounts', 'npcTalkCounts', 'fishingCounts'], Type.Counts),
        ...Type.eachOf(['foundTreasureCount', 'campConqueredCount'], Type.Int32),
        firstFishingComplete: Type.Boolean(),
      }),
    }),
  }),
  meanings: notes.NO_SUCH_PLAYER,
});
export type ProgressionReply = Type.Static<typeof getProgression.reply>;

const amounts = {
  Lifmunks: Type.Optional(Type.Int32),
  Relics: Type.Optional(Type.Counts),
  ...Type.eachOf(['TechnologyPoints', 'AncientTechnologyPoints'], Type.Optional(Type.Int32)),
};

export const giveProgression = route(
  'POST /v1/pdapi/give/progression/:player_identifier',
  'Give progression',
  {
    ...GRANT,
    permission: 'REST.Progression.Give',
    summary: 'Grant EXP, technology points and relics',
    notes: notes.giveProgression(STATUS_POINTS_MAX),
    body: Type.Object({
      ...Type.eachOf(['EXP', 'TechnologyPoints', 'AncientTechnologyPoints'], Type.Optional(Type.Amount)),
      Lifmunks: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: INT32_MAX,
          description: 'The older name of Relics.CapturePower. The two add up.',
        }),
      ),
      Relics: Type.Optional(RelicAmounts),
    }),
    reply: Type.closedObject({
      Granted: Type.closedObject({ EXP: Type.Optional(Type.Int32), ...amounts }),
      Totals: Type.closedObject(amounts),
    }),
    examples: [
      { body: { EXP: 1000, TechnologyPoints: 5, AncientTechnologyPoints: 1, Relics: { CapturePower: 2 } } },
      { body: { Lifmunks: 3 } },
    ],
  },
);
