import { GENDERS, PHYSICAL_HEALTHS, type Problem, WORKER_SICKNESSES } from '@palatine/contract';
import { DISABLE_WORK_PREFERENCES, palExpAt, palLevel, WORK_SUITABILITIES } from '../../catalogue/index.ts';
import { isSpellable, quoted } from '../id-syntax.ts';
import type { ImportRules, RulesForSpecies } from './import-rules.ts';
import { impossibilities } from './impossible-pal.ts';
import {
  type DraftingGame,
  findSpecies,
  freshDraft,
  fullHp,
  type PalDraft,
  type Species,
} from './pal-draft.ts';
import { TemplateFields, wordAmong } from './template-fields.ts';

/**
 * A template's Pal, or everything that stands in its way. The template is the Pal object of GET /pals as an input:
 * what it leaves out is as of a fresh Pal, and keys it does not share with that object are ignored.
 */
export function importPalTemplate(
  game: DraftingGame,
  template: Readonly<Record<string, unknown>>,
  { selection, limits }: RulesForSpecies,
): PalDraft | { readonly problems: readonly Problem[] } {
  const fields = new TemplateFields(template);
  const species = readSpecies(game, fields);
  const given = readGiven(game, fields);
  if (species === undefined) return { problems: fields.problems };
  checkSelection(fields, species, selection);
  const limit = limiter(fields, limits);
  const draft = draftOf(game, species, given, limit);
  const allowed = { ...draft, passives: allowedPassives(fields, given, draft, limits) };
  checkGender(fields, species, allowed, limits);
  if (limits.BanIfPalIsImpossible && !limits.Disabled) {
    fields.problems.push(...impossibilities(game, species, allowed));
  }
  return fields.problems.length > 0 ? { problems: fields.problems } : allowed;
}

function readSpecies(game: DraftingGame, fields: TemplateFields): Species | undefined {
  if (!fields.has('PalID')) return fields.fault('PalID', 'is missing');
  const palId = fields.text('PalID');
  if (palId === undefined) return undefined;
  return findSpecies(game, palId) ?? fields.fault('PalID', `unknown PalID ${quoted(palId)}`);
}

type Given = ReturnType<typeof readGiven>;

/** What the template says, of the right kinds and not yet held against any rule. */
function readGiven({ catalogue, rules }: DraftingGame, fields: TemplateFields) {
  const accepted = (id: string) => (rules.unknownIds === 'Accept' && isSpellable(id) ? id : undefined);
  const skill = (id: string) => catalogue.activeSkills.find(id)?.id ?? accepted(id);
  const passive = (id: string) => catalogue.passives.find(id)?.id ?? accepted(id);
  const work = (id: string) => wordAmong(DISABLE_WORK_PREFERENCES, id) ?? accepted(id);
  const souls = fields.object('PalSouls');
  const ivs = fields.object('IVs');
  return {
    uniqueNpcId: fields.name('UniqueNPCID'),
    nickname: fields.text('Nickname'),
    skinId: fields.name('SkinId'),
    gender: fields.word('Gender', GENDERS),
    level: fields.whole('Level', 1),
    exp: fields.whole('Exp', 0),
    shiny: fields.flag('Shiny'),
    partnerSkillLevel: fields.whole('PartnerSkillLevel', 1),
    condensedPals: fields.whole('CondensedPals', 0),
    unusedStatusPoints: fields.whole('UnusedStatusPoints', 0),
    friendshipPoints: fields.whole('FriendshipPoints', -2147483648),
    physicalHealth: fields.word('PhysicalHealth', PHYSICAL_HEALTHS),
    workerSick: fields.word('WorkerSick', WORKER_SICKNESSES),
    imported: fields.flag('ImportedCharacter'),
    hp: fields.amount('HP'),
    sp: fields.amount('SP'),
    mp: fields.amount('MP'),
    shield: fields.amount('Shield'),
    stomach: fields.amount('Hunger'),
    maxStomach: fields.amount('MaxHunger'),
    sanity: fields.amount('SAN', catalogue.limit('sanity')),
    support: fields.whole('Support', 0),
    craftSpeed: fields.whole('CraftSpeed', 0),
    souls: {
      health: souls.whole('Health', 0),
      attack: souls.whole('Attack', 0),
      defense: souls.whole('Defense', 0),
      craftSpeed: souls.whole('CraftSpeed', 0),
    },
    ivs: {
      health: ivs.whole('Health', 0),
      attackMelee: ivs.whole('AttackMelee', 0),
      attackShot: ivs.whole('AttackShot', 0),
      defense: ivs.whole('Defense', 0),
    },
    activeSkills: fields.ids('ActiveSkills', 'skill', skill),
    learntSkills: fields.ids('LearntSkills', 'skill', skill),
    passives: fields.ids('Passives', 'passive', passive),
    extraWorkSuitabilities: readWorkRanks(fields, accepted),
    disabledWork: fields.ids('DisableWorkPreferences', 'work', work),
  };
}

function readWorkRanks(
  fields: TemplateFields,
  accepted: (id: string) => string | undefined,
): Record<string, number> {
  const suitabilities = fields.object('ExtraWorkSuitabilities');
  const ranks = new Map<string, number>();
  for (const key of suitabilities.keys()) {
    const work = wordAmong(WORK_SUITABILITIES, key) ?? accepted(key);
    const rank = suitabilities.whole(key, 0);
    if (work === undefined) suitabilities.fault(key, 'unknown work suitability');
    else if (rank !== undefined) ranks.set(work, rank);
  }
  return Object.fromEntries(ranks);
}

/** Which species may come in at all: Default.json says so, in the exact form (`BOSS_Anubis` is not `Anubis`). */
function checkSelection(fields: TemplateFields, { id }: Species, rules: ImportRules): void {
  if (rules.Disabled) return;
  if (names(rules.BannedPalIDs, id)) fields.fault('PalID', `${id} is banned by the import rules`);
  if (rules.PalSelectionMode === 'AllowOnlyListed' && !names(rules.AllowedPalIDs, id)) {
    fields.fault('PalID', `${id} is not among the AllowedPalIDs of the import rules`);
  }
}

function names(list: readonly string[], id: string): boolean {
  return list.some((named) => named.toLowerCase() === id.toLowerCase());
}

interface Limiter {
  /** The value, or the most the rules allow where they clamp; undefined stays so. */
  at(path: string, value: number | undefined, most: number): number | undefined;
  /** A value that nobody asked for is never more than the rules allow. */
  fresh(value: number, most: number): number;
  readonly clamped: boolean;
  readonly rules: ImportRules;
}

function limiter(fields: TemplateFields, rules: ImportRules): Limiter {
  let clamped = false;
  return {
    rules,
    get clamped() {
      return clamped;
    },
    fresh: (value, most) => (rules.Disabled ? value : Math.min(value, most)),
    at(path, value, most) {
      if (value === undefined || value <= most || rules.Disabled) return value;
      if (rules.MaxValueLimitAction === 'BlockImport') {
        return fields.fault(path, `is ${value}; the import rules allow ${most} at most`);
      }
      clamped = true;
      return most;
    },
  };
}

function draftOf(game: DraftingGame, species: Species, given: Given, limit: Limiter): PalDraft {
  const { MaxLevel, MaxRank, PalSouls, IVs } = limit.rules;
  const wanted = given.level ?? (given.exp === undefined ? 1 : palLevel(game.catalogue, given.exp));
  const level = limit.at('Level', wanted, MaxLevel) ?? 1;
  const fresh = freshDraft(game, species, level);
  const soul = (key: keyof typeof PalSouls, value: number | undefined) =>
    limit.at(`PalSouls/${key}`, value, PalSouls[key]) ?? 0;
  const iv = (key: keyof typeof IVs, value: number | undefined, rolled: number) =>
    limit.at(`IVs/${key}`, value, IVs[key]) ?? limit.fresh(rolled, IVs[key]);
  const { mp, sp, shield, activeSkills } = given;
  const maxStomach = given.maxStomach ?? fresh.maxStomach;
  const draft: PalDraft = {
    ...fresh,
    uniqueNpcId: given.uniqueNpcId ?? '',
    nickname: given.nickname ?? '',
    skinId: given.skinId ?? '',
    gender: given.gender ?? fresh.gender,
    exp: expInLevel(game, level, given.exp),
    shiny: given.shiny ?? false,
    partnerSkillLevel: limit.at('PartnerSkillLevel', given.partnerSkillLevel, MaxRank) ?? 1,
    condensedPals: given.condensedPals ?? 0,
    unusedStatusPoints: given.unusedStatusPoints ?? 0,
    friendshipPoints: given.friendshipPoints ?? 0,
    physicalHealth: given.physicalHealth ?? fresh.physicalHealth,
    workerSick: given.workerSick ?? fresh.workerSick,
    imported: given.imported ?? false,
    ...(mp !== undefined && { mp }),
    ...(sp !== undefined && { sp }),
    ...(shield !== undefined && { shield }),
    stomach: Math.min(given.stomach ?? maxStomach, maxStomach), // nobody is fuller than full
    maxStomach,
    sanity: given.sanity ?? fresh.sanity,
    support: given.support ?? fresh.support,
    craftSpeed: given.craftSpeed ?? fresh.craftSpeed,
    souls: {
      health: soul('Health', given.souls.health),
      attack: soul('Attack', given.souls.attack),
      defense: soul('Defense', given.souls.defense),
      craftSpeed: soul('CraftSpeed', given.souls.craftSpeed),
    },
    ivs: {
      health: iv('Health', given.ivs.health, fresh.ivs.health),
      attackMelee: iv('AttackMelee', given.ivs.attackMelee, fresh.ivs.attackMelee),
      attackShot: iv('AttackShot', given.ivs.attackShot, fresh.ivs.attackShot),
      defense: iv('Defense', given.ivs.defense, fresh.ivs.defense),
    },
    activeSkills: activeSkills?.slice(0, game.catalogue.limit('equippedSkills')) ?? fresh.activeSkills,
    learntSkills: [
      ...new Set([
        ...(given.learntSkills ?? fresh.learntSkills),
        ...(activeSkills?.slice(game.catalogue.limit('equippedSkills')) ?? []),
      ]),
    ],
    extraWorkSuitabilities: given.extraWorkSuitabilities,
    disabledWork: given.disabledWork ?? [],
  };
  const full = fullHp(game, species, draft);
  const hp = given.hp ?? full;
  return { ...draft, hp: limit.clamped ? Math.min(hp, full) : hp };
}

/** The level counts: EXP of another level (of an older game's table, or from before clamping) is its least. */
function expInLevel({ catalogue }: DraftingGame, level: number, exp: number | undefined): number {
  const least = palExpAt(catalogue, level);
  if (exp === undefined || level >= catalogue.limit('palLevelCap')) return least;
  return palLevel(catalogue, exp) === level ? exp : least;
}

/** Innate passives that nobody asked for are left off where they are disallowed. */
function allowedPassives(
  fields: TemplateFields,
  given: Given,
  fresh: PalDraft,
  { Disabled, DisallowedPassives, DisallowedPassivesAction }: ImportRules,
): readonly string[] {
  const passives = given.passives ?? fresh.passives;
  if (Disabled) return passives;
  if (given.passives !== undefined && DisallowedPassivesAction === 'BlockImport') {
    for (const id of passives) {
      if (names(DisallowedPassives, id)) fields.fault('Passives', `${id} is disallowed by the import rules`);
    }
  }
  return passives.filter((id) => !names(DisallowedPassives, id));
}

/** People, and the few Pals that have no gender, are never refused for having none. */
function checkGender(
  fields: TemplateFields,
  species: Species,
  { gender }: PalDraft,
  rules: ImportRules,
): void {
  if (gender !== 'None' || rules.AllowGenderNone || rules.Disabled) return;
  if (species.kind === 'pal' && species.pal.malePct !== null) {
    fields.fault('Gender', 'must be Male or Female: the import rules do not allow None');
  }
}
