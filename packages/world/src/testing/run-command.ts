import assert from 'node:assert/strict';
import {
  type ErrorCode,
  type EventData,
  type EventType,
  Refusal,
  ROUTES,
  type RouteName,
  type RouteReply,
} from '@palatine/contract';
import { Compile } from 'typebox/compile';
import type { Command, CommandCall, CommandIssuer } from '../commands/command.ts';
import type { GameContext } from '../state/game-context.ts';
import { BAN_TABLE_NAMES, TABLE_NAMES, type World } from '../state/world.ts';

// For tests: runs commands as the game thread does.

export const PANEL: CommandIssuer = { name: 'Panel', ip: '192.0.2.1', permissions: ['*'] };

type Given<Name extends RouteName> = Partial<Pick<CommandCall<Name>, 'body' | 'issuer'>> &
  (Record<never, never> extends CommandCall<Name>['params']
    ? { params?: CommandCall<Name>['params'] }
    : { params: CommandCall<Name>['params'] });

/** Runs a command whole or not at all. The answer has the shape the contract promises, and has been through JSON. */
export function run<Name extends RouteName>(
  game: GameContext,
  name: Name,
  command: Command<Name>,
  { params, body, issuer = PANEL }: Given<Name>,
): RouteReply<(typeof ROUTES)[Name]> {
  // A route without parameters is given none.
  const call = { params: params ?? {}, body, issuer } as CommandCall<Name>;
  const reply: unknown = game.world.transaction(() => command(game, call));
  const json: unknown = JSON.parse(JSON.stringify(reply));
  const faults = Compile(ROUTES[name].reply).Errors(json);
  assert.deepEqual(faults, [], `the answer of ${name} has the promised shape`);
  return json as RouteReply<(typeof ROUTES)[Name]>;
}

/** That a deed is refused with a code and leaves the world as it was. @returns the refusal. */
export function assertRefused(game: GameContext, code: ErrorCode, deed: () => unknown): Refusal {
  const before = stateOf(game.world);
  let refusal: unknown;
  try {
    deed();
  } catch (error) {
    refusal = error;
  }
  assert.ok(refusal instanceof Refusal, `refused with ${code}, not done (${String(refusal)})`);
  assert.equal(refusal.code, code);
  assert.deepEqual(stateOf(game.world), before, 'a refusal changes nothing');
  return refusal;
}

/** Every record of every table. */
export function stateOf(world: World): Record<string, object[]> {
  return Object.fromEntries(
    [...TABLE_NAMES, ...BAN_TABLE_NAMES].map((name) => [name, [...world[name].values()]]),
  );
}

/** What a world tells of one kind, oldest first. */
export function emittedEvents<T extends EventType>(world: World, kind: T): EventData<T>[] {
  return [...world.events.values()]
    .filter((event) => event.type === kind)
    .map((event) => event.data as EventData<T>); // the kind vouches for the data
}
