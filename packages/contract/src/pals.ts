import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { Amount, IdText } from './request-shapes.ts';
import { route } from './route.ts';
import { ALL_OR_NOTHING, idsFrom, NO_SUCH_PLAYER, SERVES_ONLINE_PLAYERS } from './route-texts.ts';
import {
  CampState,
  Coordinate,
  Counts,
  closedObject,
  GuidText,
  Int32,
  oneOf,
  Text,
  Texts,
} from './shapes.ts';

export const GENDERS = ['Male', 'Female', 'None'] as const;
export const PHYSICAL_HEALTHS = [
  'Healthful',
  'MinorInjury',
  'Severe',
  'Dying',
  'DeadBody',
  'CloudCemetery',
] as const;
export const WORKER_SICKNESSES = [
  'None',
  'Cold',
  'Sprain',
  'Bulimia',
  'GastricUlcer',
  'Fracture',
  'Weakness',
  'DepressionSprain',
  'DisturbingElement',
] as const;

export const Gender = oneOf(GENDERS);
export const PhysicalHealth = oneOf(PHYSICAL_HEALTHS);
export const WorkerSick = oneOf(WORKER_SICKNESSES);

export const PalSouls = closedObject({ Health: Int32, Attack: Int32, Defense: Int32, CraftSpeed: Int32 });
export const PalIVs = closedObject({ Health: Int32, AttackMelee: Int32, AttackShot: Int32, Defense: Int32 });

export const Pal = closedObject({
  PalID: Text,
  UniqueNPCID: Type.Optional(Text),
  Nickname: Text,
  SkinId: Text,
  Gender,
  Level: Int32,
  Exp: Int32,
  Shiny: Type.Boolean(),
  PartnerSkillLevel: Int32,
  CondensedPals: Int32,
  UnusedStatusPoints: Int32,
  FriendshipPoints: Int32,
  PhysicalHealth,
  WorkerSick,
  ImportedCharacter: Type.Boolean(),
  HP: Type.Number(),
  MP: Type.Optional(Type.Number()),
  SP: Type.Optional(Type.Number()),
  Shield: Type.Optional(Type.Number()),
  Hunger: Type.Number(),
  MaxHunger: Type.Number(),
  SAN: Type.Number(),
  Support: Int32,
  CraftSpeed: Int32,
  PalSouls,
  IVs: PalIVs,
  ActiveSkills: Texts,
  LearntSkills: Texts,
  Passives: Texts,
  ExtraWorkSuitabilities: Counts,
  DisableWorkPreferences: Texts,
  team_slot_index: Type.Optional(Int32),
  page: Type.Optional(Int32),
  slot: Type.Optional(Int32),
  base_camp_slot_index: Type.Optional(Int32),
});
export type Pal = Static<typeof Pal>;

export const PalsByInstance = Type.Record(Type.String(), Pal);

export const PalsBaseCamp = closedObject({
  id: GuidText,
  level: Int32,
  world_pos: Coordinate,
  map_pos: Coordinate,
  state: CampState,
  pals: PalsByInstance,
});

export const getPals = route('GET /v1/pdapi/pals/:player_identifier', {
  tag: 'Players',
  permission: 'REST.Pals.Read',
  title: 'Get Pals',
  summary: "A player's Pals: team, Palbox and base camps",
  notes: `${SERVES_ONLINE_PLAYERS}\n\n\`Team\` and \`Palbox\` are keyed by instance ID, as are the workers of the base camps of the guild.`,
  game: true,
  reply: closedObject({
    Meta: closedObject({
      PlayerUID: GuidText,
      Player: Type.String({ description: 'The identifier given in the path' }),
      TeamCount: Int32,
      PalboxCount: Int32,
      BaseCampCount: Int32,
    }),
    Pals: closedObject({
      Team: PalsByInstance,
      Palbox: PalsByInstance,
      BaseCamps: Type.Array(PalsBaseCamp),
    }),
  }),
  errors: ['PLAYER_NOT_FOUND', 'PLAYER_STATE_NOT_FOUND'],
  examples: [{ params: { player_identifier: EXAMPLE_IDS.player } }],
});
export type PalsReply = Static<typeof getPals.reply>;

export const givePals = route('POST /v1/pdapi/give/pals/:player_identifier', {
  tag: 'Grants',
  permission: 'REST.Pals.Give',
  title: 'Give Pals',
  summary: 'Grant Pals by species and level',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING}\n\n${idsFrom('`PalID`s')}\n\n\`Level\` is 1 to 80, the level cap of the catalogue. A Pal goes into the team (5 slots) while it has room, then into the Palbox (960 slots). Gender follows the ratio of the species; IVs are random, 0 to 100.`,
  game: true,
  attached: 'Delivered',
  body: Type.Object({
    Pals: Type.Array(Type.Object({ PalID: IdText, Level: Amount }), {
      minItems: 1,
      maxItems: LIMITS.listEntries,
    }),
  }),
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST', invalidRequest: ['/Pals'] },
  reply: closedObject({ Granted: closedObject({ Pals: Int32 }) }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.player },
      body: { Pals: [{ PalID: 'PinkCat', Level: 10 }] },
    },
  ],
});

export const givePalTemplates = route('POST /v1/pdapi/give/paltemplate/:player_identifier', {
  tag: 'Grants',
  permission: 'REST.PalTemplates.Give',
  title: 'Give Pal templates',
  summary: 'Grant Pals from template files',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING} A name is that of a file in \`Pals/Templates\` of the data directory, with or without \`.json\`; the file is read when the request names it. \`Pals/ImportRules\` decide what of it is clamped, removed or refused. Team and Palbox need room, as for Give Pals.`,
  game: true,
  attached: 'Delivered',
  body: Type.Object({
    PalTemplates: Type.Array(IdText, { minItems: 1, maxItems: LIMITS.templateEntries }),
  }),
  bodyErrors: {
    missing: 'INVALID_REQUEST',
    notAnObject: 'INVALID_REQUEST',
    invalidRequest: ['/PalTemplates'],
  },
  reply: closedObject({ Granted: closedObject({ PalTemplates: Int32 }) }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { PalTemplates: [EXAMPLE_IDS.template] } },
  ],
});

export const givePalEggs = route('POST /v1/pdapi/give/paleggs/:player_identifier', {
  tag: 'Grants',
  permission: 'REST.PalEggs.Give',
  title: 'Give Pal eggs',
  summary: 'Grant Pal eggs with a species or a template inside',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING}\n\n${idsFrom('`EggID`s and `PalID`s')}\n\nEach egg takes a free slot of \`Items\`. An egg holds a \`PalID\` with a \`Level\` (1 to 80, 1 unless given), or a \`PalTemplate\` with its own level; one of the two, not both.`,
  game: true,
  attached: 'Delivered',
  body: Type.Object({
    PalEggs: Type.Array(
      Type.Object({
        EggID: IdText,
        PalID: Type.Optional(IdText),
        PalTemplate: Type.Optional(IdText),
        Level: Type.Optional(Amount),
      }),
      { minItems: 1, maxItems: LIMITS.listEntries },
    ),
  }),
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST', invalidRequest: ['/PalEggs'] },
  reply: closedObject({ Granted: closedObject({ PalEggs: Int32 }) }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.player },
      body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'ChickenPal', Level: 1 }] },
    },
    {
      params: { player_identifier: EXAMPLE_IDS.player },
      body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalTemplate: EXAMPLE_IDS.template }] },
    },
  ],
});
