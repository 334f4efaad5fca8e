import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { GRANT } from './route-texts.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

export const GENDERS = ['Male', 'Female', 'None'] as const;
export const PHYSICAL_HEALTHS = words('Healthful MinorInjury Severe Dying DeadBody CloudCemetery');
export const WORKER_SICKNESSES = words(
  'None Cold Sprain Bulimia GastricUlcer Fracture Weakness DepressionSprain DisturbingElement',
);

export const Gender = Type.oneOf(GENDERS);
export const PhysicalHealth = Type.oneOf(PHYSICAL_HEALTHS);
export const WorkerSick = Type.oneOf(WORKER_SICKNESSES);

export const SOUL_NAMES = ['Health', 'Attack', 'Defense', 'CraftSpeed'] as const;
export const IV_NAMES = ['Health', 'AttackMelee', 'AttackShot', 'Defense'] as const;

export const PalSouls = Type.closedObject(Type.eachOf(SOUL_NAMES, Type.Int32));
export const PalIVs = Type.closedObject(Type.eachOf(IV_NAMES, Type.Int32));

export const Pal = Type.closedObject({
  PalID: Type.String(),
  UniqueNPCID: Type.Optional(Type.String()),
  ...Type.eachOf(['Nickname', 'SkinId'], Type.String()),
  Gender,
  ...Type.eachOf(['Level', 'Exp'], Type.Int32),
  Shiny: Type.Boolean(),
  PartnerSkillLevel: Type.Int32,
  ...Type.eachOf(['CondensedPals', 'UnusedStatusPoints', 'FriendshipPoints'], Type.Int32),
  PhysicalHealth,
  WorkerSick,
  ImportedCharacter: Type.Boolean(),
  HP: Type.Number(),
  ...Type.eachOf(['MP', 'SP', 'Shield'], Type.Optional(Type.Number())),
  ...Type.eachOf(['Hunger', 'MaxHunger', 'SAN'], Type.Number()),
  ...Type.eachOf(['Support', 'CraftSpeed'], Type.Int32),
  PalSouls,
  IVs: PalIVs,
  ...Type.eachOf(['ActiveSkills', 'LearntSkills', 'Passives'], Type.Texts),
  ExtraWorkSuitabilities: Type.Counts,
  DisableWorkPreferences: Type.Texts,
  ...Type.eachOf(['team_slot_index', 'page', 'slot', 'base_camp_slot_index'], Type.Optional(Type.Int32)),
});
export type Pal = Type.Static<typeof Pal>;

export const PalsByInstance = Type.Record(Type.String(), Pal);

/** Fields of a base camp with its workers, in any reply. */
export const campFields = {
  id: Type.GuidText,
  level: Type.Int32,
  ...Type.eachOf(['world_pos', 'map_pos'], Type.Coordinate),
  state: Type.CampState,
};

export const PalsBaseCamp = Type.closedObject({ ...campFields, pals: PalsByInstance });

export const getPals = route('GET /v1/pdapi/pals/:player_identifier', 'Get Pals', {
  tag: 'Players',
  permission: 'REST.Pals.Read',
  summary: "A player's Pals: team, Palbox and base camps",
  notes: notes.getPals,
  reply: Type.closedObject({
    Meta: Type.closedObject({
      PlayerUID: Type.GuidText,
      Player: Type.text('The identifier given in the path'),
      ...Type.eachOf(['TeamCount', 'PalboxCount', 'BaseCampCount'], Type.Int32),
    }),
    Pals: Type.closedObject({
      Team: PalsByInstance,
      Palbox: PalsByInstance,
      BaseCamps: Type.Array(PalsBaseCamp),
    }),
  }),
  errors: ['PLAYER_NOT_FOUND', 'PLAYER_STATE_NOT_FOUND'],
});
export type PalsReply = Type.Static<typeof getPals.reply>;

export const givePals = route('POST /v1/pdapi/give/pals/:player_identifier', 'Give Pals', {
  ...GRANT,
  permission: 'REST.Pals.Give',
  summary: 'Grant Pals by species and level',
  notes: notes.givePals,
  body: Type.Object({
    Pals: Type.entries(Type.Object({ PalID: Type.IdText, Level: Type.Amount }), LIMITS.listEntries),
  }),
  bodyErrors: { ...GRANT.bodyErrors, invalidRequest: ['/Pals'] },
  reply: Type.closedObject({ Granted: Type.closedObject({ Pals: Type.Int32 }) }),
  examples: [{ body: { Pals: [{ PalID: 'PinkCat', Level: 10 }] } }],
});

export const givePalTemplates = route(
  'POST /v1/pdapi/give/paltemplate/:player_identifier',
  'Give Pal templates',
  {
    ...GRANT,
    permission: 'REST.PalTemplates.Give',
    summary: 'Grant Pals from template files',
    notes: notes.givePalTemplates,
    body: Type.Object({ PalTemplates: Type.entries(Type.IdText, LIMITS.templateEntries) }),
    bodyErrors: { ...GRANT.bodyErrors, invalidRequest: ['/PalTemplates'] },
    reply: Type.closedObject({ Granted: Type.closedObject({ PalTemplates: Type.Int32 }) }),
    examples: [{ body: { PalTemplates: [EXAMPLE_IDS.template] } }],
  },
);

export const givePalEggs = route('POST /v1/pdapi/give/paleggs/:player_identifier', 'Give Pal eggs', {
  ...GRANT,
  permission: 'REST.PalEggs.Give',
  summary: 'Grant Pal eggs with a species or a template inside',
  notes: notes.givePalEggs,
  body: Type.Object({
    PalEggs: Type.entries(
      Type.Object({
        EggID: Type.IdText,
        ...Type.eachOf(['PalID', 'PalTemplate'], Type.Optional(Type.IdText)),
        Level: Type.Optional(Type.Amount),
      }),
      LIMITS.listEntries,
    ),
  }),
  bodyErrors: { ...GRANT.bodyErrors, invalidRequest: ['/PalEggs'] },
  reply: Type.closedObject({ Granted: Type.closedObject({ PalEggs: Type.Int32 }) }),
  examples: [
    { body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'ChickenPal', Level: 1 }] } },
    { body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalTemplate: EXAMPLE_IDS.template }] } },
  ],
});
