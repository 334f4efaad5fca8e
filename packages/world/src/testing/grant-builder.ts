import assert from 'node:assert/strict';
import type { ROUTES, RouteBody, RouteReply } from '@palatine/contract';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext, OperatorFiles } from '../state/game-context.ts';
import type { World } from '../state/world.ts';
import { NO_FILES } from './archive-files.ts';
import { refusalOf, run } from './run-command.ts';
import { aGameContext, aPlayer, type PlayerInWorld, type PlayerOverrides } from './world-builder.ts';

// For tests of grants: runs commands as the game does, and asserts that refused ones change nothing.

export type GrantName =
  | 'giveItems'
  | 'givePals'
  | 'givePalTemplates'
  | 'givePalEggs'
  | 'giveProgression'
  | 'legacyGive'
  | 'learnTechnologies'
  | 'forgetTechnologies';
export type GrantBody<N extends GrantName> = RouteBody<(typeof ROUTES)[N]>;
type Reply<N extends GrantName> = RouteReply<(typeof ROUTES)[N]>;

/** A game with one player online: Zoe, unless overridden. */
export function aGameContextWith(
  overrides: PlayerOverrides = {},
  more: Partial<GameContext> = {},
): { game: GameContext; zoe: PlayerInWorld } {
  const zoe = aPlayer(overrides);
  return { game: { ...aGameContext({ players: [zoe] }), ...more }, zoe };
}

/** Grants to a player. Asserts the shape of the reply and that the world is sound. */
export function give<N extends GrantName>(
  game: GameContext,
  name: N,
  player: Pick<PlayerInWorld, 'uid'>,
  body: GrantBody<N>,
  permissions: readonly string[] = ['*'],
): Reply<N> {
  const params = { player_identifier: player.uid };
  const issuer = { name: 'Shop', ip: '203.0.113.9', permissions };
  const reply = run(game, name, { params, body, issuer } as never); // the call of any of them
  assert.deepEqual(checkWorld(game.world, game.catalogue), []);
  return reply as Reply<N>;
}

/** Asserts that a grant is refused and changes nothing. @returns code and problems. */
export function refusal<N extends GrantName>(
  game: GameContext,
  name: N,
  player: Pick<PlayerInWorld, 'uid'>,
  body: GrantBody<N>,
): { code: string; problems: string[] } {
  const { code, details } = refusalOf(game, () => give(game, name, player, body));
  const problems = (details.Problems ?? []).map(({ Path, Message }) => `${Path} ${Message}`);
  return { code, problems };
}

/** Operator files held in memory; a text simulates a file of invalid JSON. */
export function filesOf(
  templates: Readonly<Record<string, unknown>>,
  importRules: Readonly<Record<string, unknown>> = {},
): OperatorFiles {
  const read = (files: Readonly<Record<string, unknown>>) => (name: string) => {
    if (!Object.hasOwn(files, name)) return undefined;
    if (typeof files[name] === 'string') throw new SyntaxError(files[name]);
    return files[name];
  };
  return { ...NO_FILES, palTemplate: read(templates), importRules: read(importRules) };
}

/** The stacks of a player's container as `3 Wood`, in the order of the slots. */
export function held(
  game: GameContext,
  { uid }: Pick<PlayerInWorld, 'uid'>,
  name: 'Items' | 'KeyItems',
): string[] {
  const id = game.world.players.get(uid)?.inventory[name] ?? '';
  return Object.values(game.world.containers.get(id)?.slots ?? {}).map(
    ({ count, itemId }) => `${count} ${itemId}`,
  );
}

export function countsOf({ containers, characters }: World): { units: number; characters: number } {
  const stacks = [...containers.values()].flatMap(({ slots }) => Object.values(slots));
  return { units: stacks.reduce((sum, { count }) => sum + count, 0), characters: characters.size };
}

export const NONE_NEAR = '; palatine find and GET /v1/palatine/catalogue list those that exist';
