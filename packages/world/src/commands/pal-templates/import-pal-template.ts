import { GENDERS, PHYSICAL_HEALTHS, STATUS_POINTS_MAX, WORKER_SICKNESSES } from '@palatine/contract';
import { DISABLE_WORK_PREFERENCES, WORK_SUITABILITIES } from '../../catalogue/names.ts';
import { palExpAt, palLevel } from '../../catalogue/pal-growth.ts';
import { impossibilities } from '../../state/impossible-pal.ts';
import type { Player } from '../../state/model.ts';
import {
  type DraftingGame,
  freshDraft,
  fullHp,
  type PalDraft,
  type Species,
} from '../../state/pal-species.ts';
import { eachOf, IVS, SOULS } from '../../state/pal-values.ts';
import { findSpecies, isSpellable, type NamingGame } from '../validation.ts';
import type { ImportRules, RulesForSpecies } from './import-rules.ts';
import {
  type ExcessPolicy,
  LEAVE_OUT,
  matchName,
  mustBeOneOf,
  type Template,
  TemplateFields,
} from './template-fields.ts';

export type TemplateGame = DraftingGame & Pick<NamingGame, 'unknownId' | 'receiver'>;

/** The Pal of a template, or its problems; `changes` are the values that were adjusted. */
export function readTemplateFields(game: TemplateGame, template: Template, rules: RulesForSpecies) {
  const { selection, limits } = rules;
  const excess = excessPolicy(limits);
  const fields = new TemplateFields(template, excess);
  const species = readSpecies(game, fields);
  const values = readValues(game, fields, excess);
  const { problems, changes } = fields;
  if (species === undefined) return { draft: undefined, problems, changes };
  checkSelection(fields, species, selection);
  checkCaptures(fields, species, limits, game.receiver);
  const limit = limiter(fields, limits, excess);
  const draft = draftOf(game, species, values, limit);
  const restricted = { ...draft, passives: permittedPassives(fields, values, draft, limits) };
  checkGender(fields, species, restricted, limits);
  if (limits.BanIfPalIsImpossible && !limits.Disabled) {
    problems.push(...impossibilities(game, species, restricted));
  }
  return { draft: problems.length > 0 ? undefined : restricted, problems, changes };
}

function readSpecies(game: TemplateGame, fields: TemplateFields): Species | undefined {
  if (!fields.has('PalID')) return fields.addProblem('PalID', 'is missing');
  const palId = fields.text('PalID');
  if (palId === undefined) return undefined;
  return findSpecies(game, palId) ?? fields.addProblem('PalID', game.unknownId('PalID of a grant', palId));
}

type TemplateValues = ReturnType<typeof readValues>;

/** The template's values, each of the right type and not yet checked against the limits of the rules. */
function readValues(game: TemplateGame, fields: TemplateFields, excess: ExcessPolicy) {
  const { catalogue, rules, unknownId } = game;
  const accepted = (id: string) => (rules.unknownIds === 'Accept' && isSpellable(id) ? id : undefined);
  const skill = (id: string) => catalogue.activeSkills.find(id)?.id ?? accepted(id);
  const passive = (id: string) => catalogue.passives.find(id)?.id ?? accepted(id);
  const unknownWork = excess === 'refuse' ? undefined : LEAVE_OUT;
  const workAmong = (names: readonly string[]) => (id: string) =>
    matchName(names, id) ?? accepted(id) ?? unknownWork;
  const souls = fields.object('PalSouls');
  const ivs = fields.object('IVs');
  return {
    uniqueNpcId: fields.name('UniqueNPCID'),
    nickname: fields.text('Nickname'),
    skinId: fields.name('SkinId'),
    gender: fields.oneOf('Gender', GENDERS),
    level: fields.integer('Level', 1),
    exp: fields.integer('Exp', 0),
    shiny: fields.flag('Shiny'),
    partnerSkillLevel: fields.integer('PartnerSkillLevel', 1),
    condensedPals: fields.integer('CondensedPals', 0),
    unusedStatusPoints: fields.integer('UnusedStatusPoints', 0),
    friendshipPoints: fields.integer('FriendshipPoints', -2147483648),
    physicalHealth: fields.oneOf('PhysicalHealth', PHYSICAL_HEALTHS),
    workerSick: fields.oneOf('WorkerSick', WORKER_SICKNESSES),
    imported: fields.flag('ImportedCharacter'),
    hp: fields.amount('HP'),
    sp: fields.amount('SP'),
    mp: fields.amount('MP'),
    shield: fields.amount('Shield'),
    stomach: fields.amount('Hunger'),
    maxStomach: fields.amount('MaxHunger'),
    sanity: fields.amount('SAN'),
    support: fields.integer('Support', 0),
    craftSpeed: fields.integer('CraftSpeed', 0),
    souls: eachOf(SOULS, (_, name) => souls.integer(name, 0)),
    ivs: eachOf(IVS, (_, name) => ivs.integer(name, 0)),
    // All are equipped, as in PalDefender since 1.9, also more than the game offers slots for.
    activeSkills: fields.ids('ActiveSkills', skill, (id) => unknownId('skill', id), true),
    learntSkills: fields.ids('LearntSkills', skill, (id) => unknownId('skill', id)),
    passives: fields.ids('Passives', passive, (id) => unknownId('passive', id)),
    extraWorkSuitabilities: readWorkRanks(fields, workAmong(WORK_SUITABILITIES)),
    disabledWork: fields.ids('DisableWorkPreferences', workAmong(DISABLE_WORK_PREFERENCES), () =>
      mustBeOneOf(DISABLE_WORK_PREFERENCES),
    ),
  };
}

function readWorkRanks(fields: TemplateFields, spell: (id: string) => string | undefined) {
  const suitabilities = fields.object('ExtraWorkSuitabilities');
  const ranks = new Map<string, number>();
  for (const key of suitabilities.keys()) {
    const work = spell(key);
    if (work === LEAVE_OUT) {
      suitabilities.addChange(key, 'is left out: the catalogue does not know it');
      continue;
    }
    const rank = suitabilities.integer(key, 0);
    if (work === undefined) suitabilities.addProblem(key, mustBeOneOf(WORK_SUITABILITIES));
    else if (rank !== undefined) ranks.set(work, rank);
  }
  return Object.fromEntries(ranks);
}

/** Checks that Default.json lets this species in, by its exact id (`BOSS_Anubis` is not `Anubis`). */
function checkSelection(fields: TemplateFields, { id }: Species, rules: ImportRules): void {
  if (rules.Disabled) return;
  if (names(rules.BannedPalIDs, id)) fields.addProblem('PalID', `${id} is banned by the import rules`);
  if (rules.PalSelectionMode === 'AllowOnlyListed' && !names(rules.AllowedPalIDs, id)) {
    fields.addProblem('PalID', `${id} is not among the AllowedPalIDs of the import rules`);
  }
}

function checkCaptures(fields: TemplateFields, species: Species, rules: ImportRules, receiver?: Player) {
  const { Disabled, ConditionMode, RequiredCaptureCount } = rules;
  if (Disabled || ConditionMode === 'None' || receiver === undefined) return;
  const kinds = [species.id, ...(species.kind === 'pal' ? [species.pal.tribe] : [])];
  const caught = Object.entries(receiver.records.palCaptures)
    .filter(([id]) => names(kinds, id))
    .reduce((sum, [, count]) => sum + count, 0);
  if (caught >= RequiredCaptureCount) return;
  fields.addProblem(
    'PalID',
    `${species.id} needs ${RequiredCaptureCount} captures of its species under the import rules; this player has caught ${caught}`,
  );
}

function names(list: readonly string[], id: string): boolean {
  return list.some((name) => name.toLowerCase() === id.toLowerCase());
}

function excessPolicy({ Disabled, MaxValueLimitAction }: ImportRules): ExcessPolicy {
  if (Disabled) return 'keep';
  return MaxValueLimitAction === 'ClampToMaxValues' ? 'clamp' : 'refuse';
}

/** How the limits of the rules apply to a value. A missing value stays undefined. */
type Limiter = ReturnType<typeof limiter>;

function limiter(fields: TemplateFields, rules: ImportRules, excess: ExcessPolicy) {
  let growthLowered = false;
  const limited = (subject: string) => (path: string, value: number | undefined, max: number) => {
    if (value === undefined || value <= max || excess === 'keep') return value;
    if (excess !== 'clamp') return fields.addProblem(path, `is ${value}; ${subject} ${max} at most`);
    fields.addChange(path, `${subject} ${max} at most`);
    return max;
  };
  const at = limited('the import rules allow');
  return {
    rules,
    /** Lowers a value to `max` where the rules clamp. */
    at,
    /** The same where saves set the limit, not the rules. */
    storable: limited('a save holds'),
    /** The same for a value that max HP grows with. */
    growth(path: string, value: number | undefined, most: number) {
      const lowered = at(path, value, most);
      if (lowered !== value) growthLowered = true;
      return lowered;
    },
    /** A default value, which never exceeds the limit of the rules. */
    fresh: (value: number, max: number) => (excess === 'keep' ? value : Math.min(value, max)),
    /** True when a value that max HP grows with has been lowered. */
    get growthLowered() {
      return growthLowered;
    },
  };
}

function draftOf(game: DraftingGame, species: Species, values: TemplateValues, limit: Limiter): PalDraft {
  const { MaxLevel, MaxRank, PalSouls, IVs } = limit.rules;
  const requested = values.level ?? (values.exp === undefined ? 1 : palLevel(game.catalogue, values.exp));
  const level = limit.growth('Level', requested, MaxLevel) ?? 1;
  const fresh = freshDraft(game, species, level);
  const { level: given, exp, hp, mp, passives: _, souls, ivs, ...plain } = values;
  const { partnerSkillLevel, unusedStatusPoints, stomach, sanity, ...replaced } = plain;
  const maxStomach = values.maxStomach ?? fresh.maxStomach;
  const draft: PalDraft = {
    ...fresh,
    ...(mp !== undefined && { mp }),
    ...Object.fromEntries(Object.entries(replaced).filter(([, value]) => value !== undefined)),
    exp: given === level && exp !== undefined ? exp : expInLevel(game, level, exp),
    partnerSkillLevel: limit.growth('PartnerSkillLevel', partnerSkillLevel, MaxRank) ?? 1,
    unusedStatusPoints: limit.storable('UnusedStatusPoints', unusedStatusPoints, STATUS_POINTS_MAX) ?? 0,
    stomach: Math.min(stomach ?? maxStomach, maxStomach), // at most full
    sanity: limit.at('SAN', sanity, game.catalogue.limit('sanity')) ?? fresh.sanity,
    souls: eachOf(SOULS, (key, name) => limit.growth(`PalSouls/${name}`, souls[key], PalSouls[name]) ?? 0),
    ivs: eachOf(
      IVS,
      (key, name) =>
        limit.growth(`IVs/${name}`, ivs[key], IVs[name]) ?? limit.fresh(fresh.ivs[key], IVs[name]),
    ),
  };
  const full = fullHp(game, species, draft);
  return { ...draft, hp: limit.growthLowered ? Math.min(hp ?? full, full) : (hp ?? full) };
}

/** EXP for a level that was clamped, or that the template leaves out: that of another level becomes its minimum. */
function expInLevel({ catalogue }: DraftingGame, level: number, exp: number | undefined): number {
  const minExp = palExpAt(catalogue, level);
  if (exp === undefined || level >= catalogue.limit('palLevelCap')) return minExp;
  return palLevel(catalogue, exp) === level ? exp : minExp;
}

/** Drops disallowed passives. Only those the template names can block the import; innate ones are dropped silently. */
function permittedPassives(
  fields: TemplateFields,
  values: TemplateValues,
  fresh: PalDraft,
  { Disabled, DisallowedPassives, DisallowedPassivesAction }: ImportRules,
): readonly string[] {
  const passives = values.passives ?? fresh.passives;
  if (Disabled) return passives;
  const disallowed = new Set(DisallowedPassives.map((id) => id.toLowerCase()));
  const isDisallowed = (id: string) => disallowed.has(id.toLowerCase());
  if (values.passives !== undefined && DisallowedPassivesAction === 'BlockImport') {
    for (const id of passives.filter(isDisallowed)) {
      fields.addProblem('Passives', `${id} is disallowed by the import rules`);
    }
  }
  if (values.passives?.some(isDisallowed)) {
    fields.addChange('Passives', 'those that the import rules disallow are left out');
  }
  return passives.filter((id) => !isDisallowed(id));
}

/** Applies AllowGenderNone. People, and the few Pals without a gender, may always have none. */
function checkGender(fields: TemplateFields, species: Species, { gender }: PalDraft, rules: ImportRules) {
  if (gender !== 'None' || rules.AllowGenderNone || rules.Disabled) return;
  if (species.kind === 'pal' && species.pal.malePct !== null) {
    fields.addProblem('Gender', 'must be Male or Female: the import rules do not allow None');
  }
}
