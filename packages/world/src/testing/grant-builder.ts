import assert from 'node:assert/strict';
import { Refusal, ROUTES, type RouteBody, type RouteReply } from '@palatine/contract';
import { Compile } from 'typebox/compile';
import type { Command } from '../commands/command.ts';
import { COMMANDS } from '../commands.ts';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext, OperatorFiles } from '../state/game-context.ts';
import { snapshot } from './run-command.ts';
import { aGameContext, aPlayer, type PlayerInWorld, type PlayerOverrides } from './world-builder.ts';

// For tests of grants: runs commands as the game does, and asserts that refused ones change nothing.

type Name =
  | 'giveItems'
  | 'givePals'
  | 'givePalTemplates'
  | 'givePalEggs'
  | 'giveProgression'
  | 'legacyGive'
  | 'learnTechnologies'
  | 'forgetTechnologies';
type Body<N extends Name> = RouteBody<(typeof ROUTES)[N]>;
type Reply<N extends Name> = RouteReply<(typeof ROUTES)[N]>;

/** A game with one player online: Zoe, unless overridden. */
export function aGameContextWith(
  overrides: PlayerOverrides = {},
  more: Partial<GameContext> = {},
): { game: GameContext; zoe: PlayerInWorld } {
  const zoe = aPlayer(overrides);
  return { game: { ...aGameContext({ players: [zoe] }), ...more }, zoe };
}

/** Grants to a player. Asserts the shape of the reply and that the world is sound. */
export function give<N extends Name>(
  game: GameContext,
  name: N,
  player: Pick<PlayerInWorld, 'uid'>,
  body: Body<N>,
  permissions: readonly string[] = ['*'],
): Reply<N> {
  const command = COMMANDS[name] as unknown as Command<'giveItems'>; // one signature for all; N ties body to reply
  const request = body as unknown as Body<'giveItems'>;
  const issuer = { name: 'Shop', ip: '203.0.113.9', permissions };
  const reply: unknown = game.world.transaction(() =>
    command(game, { params: { player_identifier: player.uid }, body: request, issuer }),
  );
  assert.deepEqual([...Compile(ROUTES[name].reply).Errors(reply)], [], `the answer of ${name} has its shape`);
  assert.deepEqual(checkWorld(game.world, game.catalogue), []);
  return reply as Reply<N>; // its shape has just been checked
}

/** Asserts that a grant is refused and changes nothing. @returns code and problems. */
export function refusal<N extends Name>(
  game: GameContext,
  name: N,
  player: Pick<PlayerInWorld, 'uid'>,
  body: Body<N>,
): { code: string; problems: string[] } {
  const before = snapshot(game.world);
  const error = thrownBy(() => give(game, name, player, body));
  assert.deepEqual(snapshot(game.world), before, 'a refusal changes nothing');
  assert.ok(error instanceof Refusal, String(error));
  const problems = (error.details.Problems ?? []).map(({ Path, Message }) => `${Path} ${Message}`);
  return { code: error.code, problems };
}

export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
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
  return {
    palTemplate: read(templates),
    importRules: read(importRules),
    writeArchive: () => assert.fail('grants archive nothing'),
    readArchive: () => undefined,
    newestArchive: () => undefined,
  };
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

/** End of the message of an unknown id without suggestions. */
export const NONE_NEAR = '; palatine find and GET /v1/palatine/catalogue list those that exist';
