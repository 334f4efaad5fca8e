import { holds, LEGACY_SECTION_PERMISSIONS, Refusal, type ROUTES, type RouteReply } from '@palatine/contract';
import {
  assertPlayerManager,
  characterNotLoadedMessage,
  findPlayer,
  isLoaded,
  type LoadedPlayer,
  playerNotFoundMessage,
} from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Command } from '../command.ts';
import { learn, planLearning } from '../learn-technologies.ts';
import { withFilesReadOnce } from '../pal-templates/pal-template.ts';
import { type NamingGame, withSuggestions } from '../validation.ts';
import { emitGrant, freePlaces, InventoryPlan, planItems } from './give-items.ts';
import { planPalEggs } from './give-pal-eggs.ts';
import { planPals, planPalTemplates, putPals, withTemplates } from './give-pals.ts';
import { eventAmounts, type ProgressionGrant, planProgression, putProgression } from './give-progression.ts';
import { LEGACY_SECTIONS, LegacyBody, LegacyErrors } from './legacy-sections.ts';

/** A refusal in the legacy route's own form: status 400, with every error of every section. */
export class LegacyGiveRefusal extends Refusal {
  readonly #envelope: RouteReply<(typeof ROUTES)['legacyGive']>;

  constructor(errors: LegacyErrors) {
    const bySection = errors.toError();
    super('VALIDATION_FAILED', Object.values(bySection).flat().slice(0, 3).join('; '));
    this.name = 'LegacyGiveRefusal';
    this.#envelope = { Errors: Object.values(bySection).flat().length, Error: bySection };
  }

  override toEnvelope(): RouteReply<(typeof ROUTES)['legacyGive']> {
    return this.#envelope;
  }
}

/** The section of errors that concern the request as a whole. */
export const REQUEST = 'Request';

export const legacyGive: Command<'legacyGive'> = (callerGame, { body: sent, issuer }) => {
  const game = withFilesReadOnce(withSuggestions(callerGame));
  const errors = new LegacyErrors();
  const body = new LegacyBody(sent, errors);
  const used = LEGACY_SECTIONS.filter((section) => body.has(section));
  for (const section of used) {
    const needed = LEGACY_SECTION_PERMISSIONS[section];
    if (holds(issuer.permissions, needed)) continue;
    throw new Refusal(
      'MISSING_PERMISSION',
      `the token lacks the permission ${needed}, which ${section} needs`,
    );
  }
  assertPlayerManager(game);
  const player = readPlayer(game, body, errors);
  const plan = planAll(game, body, errors, player);
  if (errors.any || player === undefined) throw new LegacyGiveRefusal(errors);

  applyAll(game, player, plan, issuer.name);
  return { Errors: 0, Error: {} };
};

function readPlayer(game: GameContext, body: LegacyBody, errors: LegacyErrors): LoadedPlayer | undefined {
  if (!body.has('UserID')) errors.add('UserID', 'is missing');
  const userId = body.text('UserID');
  if (userId === undefined) return undefined;
  const player = findPlayer(game, userId);
  if (player !== undefined && isLoaded(player)) return player;
  errors.add(
    'UserID',
    player === undefined ? playerNotFoundMessage(game, userId) : characterNotLoadedMessage(userId),
  );
  return undefined;
}

type Plan = ReturnType<typeof planAll>;

/** Checks and places everything. Items and eggs share one inventory, Pals and templates one set of boxes. */
function planAll(naming: NamingGame, body: LegacyBody, errors: LegacyErrors, player?: LoadedPlayer) {
  const game = { ...naming, receiver: player?.player };
  const inventory = player && new InventoryPlan(game, player.player);
  const free = player && freePlaces(game.world, player.player);
  const items = planItems(game, body.items(), inventory);
  const pals = planPals(game, body.pals(), free);
  const templateEntries = body.templates();
  const templates = planPalTemplates(game, templateEntries, free);
  const eggs = planPalEggs(game, body.eggs(), inventory);
  errors.addProblems('Items', items.problems);
  errors.addProblems('Pals', pals.problems);
  errors.addProblems('PalTemplates', templates.problems);
  errors.addProblems('PalEggs', eggs.problems);
  return {
    inventory,
    items,
    pals,
    templates,
    templateEntries,
    eggs,
    progression: planPoints(game, body, errors, player),
    learnt: planTechnologies(game, body, errors, player),
  };
}

function planPoints(game: NamingGame, body: LegacyBody, errors: LegacyErrors, player?: LoadedPlayer) {
  const relics = body.relics(game.unknownId);
  const lifmunks = body.amount('Lifmunks');
  const exp = body.amount('EXP');
  const points = body.amount('TechnologyPoints');
  const ancientPoints = body.amount('AncientTechnologyPoints');
  const grant: ProgressionGrant = {
    ...(exp !== undefined && { EXP: exp }),
    ...(points !== undefined && { TechnologyPoints: points }),
    ...(ancientPoints !== undefined && { AncientTechnologyPoints: ancientPoints }),
    ...(Object.keys(relics).length > 0 && { Relics: relics }),
    ...(lifmunks !== undefined && { Lifmunks: lifmunks }),
  };
  const plan = player && planProgression(game, grant, player);
  for (const { Path, Message } of plan?.problems ?? []) {
    const [, section = REQUEST, type = ''] = Path.split('/');
    if (section === 'Relics') errors.addEntry('Relics', body.relicIndex(type), Message);
    else errors.add(section, Message);
  }
  return { grant, plan };
}

function planTechnologies(game: NamingGame, body: LegacyBody, errors: LegacyErrors, player?: LoadedPlayer) {
  const before = player?.player.technologies ?? [];
  const learnt: string[] = [];
  const single = body.text('UnlockTechnology');
  if (single !== undefined) {
    const plan = planLearning(game, single, before);
    for (const { Message } of plan.problems) errors.add('UnlockTechnology', Message);
    learnt.push(...plan.learnt);
  }
  for (const section of ['Techs', 'UnlockTechnologies'] as const) {
    const entries = body.technologies(section);
    if (entries.length === 0) continue;
    const texts = entries.map(({ text }) => text);
    const plan = planLearning(game, texts, [...before, ...learnt]);
    for (const { Path, Message } of plan.problems) {
      const at = Number(Path.slice(Path.lastIndexOf('/') + 1));
      errors.addEntry(section, entries[at]?.index ?? at, Message);
    }
    learnt.push(...plan.learnt);
  }
  return learnt;
}

function applyAll(game: GameContext, player: LoadedPlayer, plan: Plan, issuer: string): void {
  const { inventory, items, eggs, progression, learnt } = plan;
  inventory?.put();
  const pals = putPals(game, player.uid, plan.pals);
  const templates = withTemplates(plan.templateEntries, putPals(game, player.uid, plan.templates));
  const progressed = Object.keys(progression.grant).length > 0;
  if (progression.plan !== undefined && progressed) putProgression(game, player, progression.plan);
  learn(game, player, learnt, issuer);
  const granted = {
    ...(progression.plan !== undefined && eventAmounts(progression.plan.granted)),
    ...(items.total > 0 && { Items: items.granted }),
    ...(pals.length > 0 && { Pals: pals }),
    ...(templates.length > 0 && { PalTemplates: templates }),
    ...(eggs.granted.length > 0 && { PalEggs: eggs.granted }),
  };
  emitGrant(game, player, granted, issuer);
}
