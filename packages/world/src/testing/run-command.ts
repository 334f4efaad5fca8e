import assert from 'node:assert/strict';
import {
  ALL_ROUTES,
  type ErrorCode,
  type EventData,
  type EventType,
  Refusal,
  type RouteReply,
} from '@palatine/contract';
import { Compile } from 'typebox/compile';
import type { CommandCall, CommandIssuer } from '../commands/command.ts';
import { COMMANDS, type CommandName } from '../commands.ts';
import type { GameContext } from '../state/game-context.ts';
import { TABLE_NAMES, type World } from '../state/world.ts';

// For tests: runs commands as the game does.

export const PANEL: CommandIssuer = { name: 'Panel', ip: '192.0.2.1', permissions: ['*'] };

type CallOverrides<Name extends CommandName> = Partial<Pick<CommandCall<Name>, 'body' | 'issuer'>> &
  (Record<never, never> extends CommandCall<Name>['params']
    ? { params?: CommandCall<Name>['params'] }
    : { params: CommandCall<Name>['params'] });

/** Runs a command in a transaction. Asserts the shape of the reply and returns it as parsed JSON. */
export function run<Name extends CommandName>(
  game: GameContext,
  name: Name,
  { params, body, issuer = PANEL }: CallOverrides<Name>,
): RouteReply<(typeof ALL_ROUTES)[Name]> {
  const command = COMMANDS[name] as (game: GameContext, call: object) => unknown; // the table ties names to calls
  const reply = game.world.transaction(() => command(game, { params: params ?? {}, body, issuer }));
  const json: unknown = JSON.parse(JSON.stringify(reply));
  const errors = Compile(ALL_ROUTES[name].reply).Errors(json);
  assert.deepEqual(errors, [], `the answer of ${name} has the promised shape`);
  return json as RouteReply<(typeof ALL_ROUTES)[Name]>;
}

/** Asserts that a call is refused with a code and leaves the world unchanged. @returns the refusal. */
export function assertRefused(game: GameContext, code: ErrorCode, call: () => unknown): Refusal {
  const refusal = refusalOf(game, call);
  assert.equal(refusal.code, code);
  return refusal;
}

/** The refusal of a call, which leaves the world unchanged. */
export function refusalOf(game: GameContext, call: () => unknown): Refusal {
  const before = snapshot(game.world);
  const error = thrownBy(call);
  assert.ok(error instanceof Refusal, `refused, not done (${String(error)})`);
  assert.deepEqual(snapshot(game.world), before, 'a refusal changes nothing');
  return error;
}

export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

export function allRecords(world: World): Record<string, object[]> {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, [...world[name].values()]]));
}

/** A copy of all records, so that a later comparison also notices a record that was changed in place. */
export function snapshot(world: World): unknown {
  return structuredClone(allRecords(world));
}

export function emittedEvents<T extends EventType>(world: World, kind: T): EventData<T>[] {
  return [...world.events.values()]
    .filter((event) => event.type === kind)
    .map((event) => event.data as EventData<T>); // the kind vouches for the data
}
