import {
  DISABLE_STATUSES,
  INT32_MAX,
  isInBox,
  type Problem,
  problemsRefusal,
  REGION_BOXES,
  Refusal,
  type RouteBody,
  type summonNPC as summonNPCRoute,
  type summonPal as summonPalRoute,
} from '@palatine/contract';
import { mapToWorld, worldToMap } from '../catalogue/map-coordinates.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Character } from '../state/model.ts';
import { freshDraft, type PalDraft, speciesOf } from '../state/pal-species.ts';
import type { Command, CommandIssuer } from './command.ts';
import { readPalTemplate, TemplateError } from './pal-templates/pal-template.ts';
import { findSpecies, type NamingGame, refuse, withSuggestions } from './validation.ts';

type PalBody = RouteBody<typeof summonPalRoute>;
type Summoned = NonNullable<Character['summoned']>;

/** Summons an unowned Pal: a fresh one of a species, or the one of a template. */
export const summonPal: Command<'summonPal'> = (caller, { body, issuer }) => {
  const game = withSuggestions(caller);
  if (body === undefined) throw new Refusal('VALIDATION_FAILED');
  refuse([
    ...choiceProblems(body),
    ...placeProblems(body),
    ...(body.PalTemplate === undefined ? levelProblems(game, body.Level) : []),
    ...multiplierProblems(body),
  ]);
  const draft = body.PalTemplate === undefined ? freshPal(game, body) : palOfTemplate(game, body.PalTemplate);
  const healthMultiplier = body.HealthMultiplier ?? body.HPMultiplier ?? 1;
  if (draft.hp * healthMultiplier > INT32_MAX) {
    const Path = body.HealthMultiplier === undefined ? '/HPMultiplier' : '/HealthMultiplier';
    refuse([{ Path, Message: `makes more than ${INT32_MAX} HP of ${draft.hp}` }]);
  }

  const { Uncapturable = false, DisableAI = false, DisableDamageMeter = false, X, Y, Z } = body;
  const disabledStatuses = knownStatuses(body.DisableStatuses ?? []);
  const options = { damageMeter: !DisableDamageMeter, healthMultiplier, disabledStatuses };
  placeCharacter(game, issuer, draft, body, options);
  return {
    Summoned: {
      Type: 'Pal',
      PalID: draft.species,
      ...(body.PalTemplate !== undefined && { PalTemplate: body.PalTemplate }),
      Level: draft.level,
      Uncapturable,
      DisableAI,
      DamageMeter: !DisableDamageMeter,
      X,
      Y,
      Z,
    },
  };
};

export const summonNPC: Command<'summonNPC'> = (caller, { body, issuer }) => {
  const game = withSuggestions(caller);
  if (body === undefined) throw new Refusal('VALIDATION_FAILED');
  refuse([...placeProblems(body), ...levelProblems(game, body.Level)]);
  const { id, draft } = freshPerson(game, body.NPCID, body.Level ?? 1);

  const { Uncapturable = false, DisableAI = false, X, Y, Z } = body;
  placeCharacter(game, issuer, draft, body, { damageMeter: true, healthMultiplier: 1, disabledStatuses: [] });
  return { Summoned: { Type: 'NPC', NPCID: id, Level: draft.level, Uncapturable, DisableAI, X, Y, Z } };
};

function placeCharacter(
  { world, now, newId }: GameContext,
  issuer: CommandIssuer,
  draft: PalDraft,
  { X, Y, Z, Uncapturable = false, DisableAI = false }: Omit<RouteBody<typeof summonNPCRoute>, 'NPCID'>,
  options: Pick<Summoned, 'damageMeter' | 'healthMultiplier' | 'disabledStatuses'>,
): void {
  const id = newId();
  const location = mapToWorld({ x: X, y: Y, z: Z });
  const summoned: Summoned = { location, uncapturable: Uncapturable, aiDisabled: DisableAI, ...options };
  const hp = Math.max(1, Math.round(draft.hp * summoned.healthMultiplier));
  world.characters.put({ ...draft, id, hp, ownerUid: null, place: null, summoned });
  world.emit('summoned', now(), {
    characterId: id,
    species: draft.species,
    level: draft.level,
    location: { ...location },
    issuer: issuer.name,
  });
}

/** NPCs have their own route and permission. */
function freshPal(game: NamingGame, { PalID = '', Level = 1 }: PalBody): PalDraft {
  const species = findSpecies(game, PalID);
  if (species === undefined) throw invalid('/PalID', game.unknownId('PalID', PalID));
  if (species.kind === 'person') throw invalid('/PalID', `${species.id} is an NPC, not a Pal`);
  return freshDraft(game, species, Level);
}

function palOfTemplate(game: NamingGame, name: string): PalDraft {
  try {
    return readPalTemplate(game, name);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new Refusal('PAL_TEMPLATE_IMPORT_FAILED', error.message, { Problems: [...error.problems] });
  }
}

/** A character id or a unique NPC id; the answer names the one that was sent, in the catalogue's spelling. */
function freshPerson(game: NamingGame, npcId: string, level: number): { id: string; draft: PalDraft } {
  const { npcs, uniqueNpcs } = game.catalogue;
  const npc = npcs.find(npcId);
  if (npc !== undefined) {
    return { id: npc.id, draft: freshDraft(game, { kind: 'person', id: npc.id, npc }, level) };
  }
  const unique = uniqueNpcs.find(npcId);
  if (unique !== undefined) {
    const { id, characterId } = unique;
    const draft = freshDraft(game, speciesOf(game.catalogue, characterId), level);
    return { id, draft: { ...draft, uniqueNpcId: id } };
  }
  const species = findSpecies(game, npcId);
  if (species?.kind === 'unknown') return { id: species.id, draft: freshDraft(game, species, level) };
  const why = species ? `${species.id} is a Pal, not an NPC` : game.unknownId('NPCID', npcId);
  throw invalid('/NPCID', why);
}

function invalid(Path: string, Message: string): Refusal {
  return problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
}

function choiceProblems({ PalID, PalTemplate }: PalBody): Problem[] {
  if (PalID === undefined && PalTemplate === undefined) {
    return [{ Path: '/PalID', Message: 'is missing, and so is PalTemplate' }];
  }
  if (PalID === undefined || PalTemplate === undefined) return [];
  return [{ Path: '/PalTemplate', Message: 'must not stand beside PalID' }];
}

/** Refuses coordinates beyond both maps, where no player would find the character: they are most often world coordinates. */
function placeProblems({ X, Y }: Pick<PalBody, 'X' | 'Y'>): Problem[] {
  const { x, y } = mapToWorld({ x: X, y: Y, z: 0 });
  if (isOnAMap(x, y)) return [];
  const beyond = `and Y are coordinates of the map, and ${X}, ${Y} is beyond both maps`;
  if (!isOnAMap(X, Y)) return [{ Path: '/X', Message: beyond }];
  const map = worldToMap({ x: X, y: Y, z: 0 });
  const meant = `they look like world coordinates, which are X ${map.x.toFixed(1)}, Y ${map.y.toFixed(1)} of the map`;
  return [{ Path: '/X', Message: `${beyond}; ${meant}` }];
}

function isOnAMap(x: number, y: number): boolean {
  return Object.values(REGION_BOXES).some((box) => isInBox(box, x, y));
}

function levelProblems({ catalogue }: GameContext, level = 1): Problem[] {
  const cap = catalogue.limit('palLevelCap');
  const isLevel = Number.isInteger(level) && level >= 1 && level <= cap;
  return isLevel ? [] : [{ Path: '/Level', Message: `must be an integer from 1 to ${cap}` }];
}

/** HPMultiplier is an alias: both may be sent only when they are equal. */
function multiplierProblems({ HealthMultiplier, HPMultiplier }: PalBody): Problem[] {
  if (HealthMultiplier === undefined || HPMultiplier === undefined) return [];
  if (HealthMultiplier === HPMultiplier) return [];
  return [{ Path: '/HPMultiplier', Message: 'must not differ from HealthMultiplier' }];
}

/** The known statuses, in the catalogue's spelling, each once. Skips unknown names. */
function knownStatuses(names: readonly string[]): string[] {
  const keys = new Set(names.map((name) => name.toLowerCase()));
  return DISABLE_STATUSES.filter((status) => keys.has(status.toLowerCase()));
}
