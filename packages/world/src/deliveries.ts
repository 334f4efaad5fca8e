import { type Guid, parseGuid } from '@palatine/contract';
import { COMMANDS, type CommandName } from './commands.ts';
import type { GameContext } from './state/game-context.ts';
import type { DeliveredFiles, DeliveryRecord } from './state/model.ts';
import type { World } from './state/world.ts';

/** Deliveries that are not in the mirror yet, oldest first: those in progress, then pending ones. */
function coming(world: World): DeliveryRecord[] {
  const { deliveries, deliveriesByState: states } = world;
  return world.pick(deliveries, [...states.keys('Delivering'), ...states.keys('Pending')]);
}

export function deliveriesComingTo(world: World, uid: Guid): DeliveryRecord[] {
  return coming(world).filter((delivery) => delivery.uid === uid);
}

export function deletionComing(world: World, campId: Guid): DeliveryRecord | undefined {
  const isOfCamp = (id = '') => parseGuid(id) === campId;
  return coming(world).find(
    ({ command, params }) => command === 'deleteBase' && isOfCamp(params.base_camp_id),
  );
}

/** Everything that waits, oldest first. */
export function pendingDeliveries(world: World): DeliveryRecord[] {
  return world.pick(world.deliveries, world.deliveriesByState.keys('Pending'));
}

/**
 * Runs the command of a delivery on a world, such as a freshly imported one: by PlayerUID, since a save
 * has no UserIds, whether or not the player is online. Returns its reply; throws the refusal of the command.
 */
export function runDelivery(game: GameContext, delivery: DeliveryRecord): unknown {
  const command = COMMANDS[delivery.command as CommandName] as (game: GameContext, call: unknown) => unknown; // accepted by this name
  return command(deliveringGame(game, delivery), callOf(delivery));
}

/** The time is that of the request, so that an archive has the name that the request was answered with. */
function deliveringGame(game: GameContext, { acceptedAtMs, files }: DeliveryRecord): GameContext {
  return {
    ...game,
    rules: { ...game.rules, playerResolution: 'Known' },
    now: () => acceptedAtMs,
    files: { ...game.files, ...readersOf(files) },
  };
}

function readersOf({ palTemplates, importRules }: DeliveredFiles) {
  const readFrom = (values: DeliveredFiles['palTemplates']) => (name: string) =>
    Object.hasOwn(values, name) ? values[name] : undefined;
  return { palTemplate: readFrom(palTemplates), importRules: readFrom(importRules) };
}

function callOf({ uid, params, body, issuer, command }: DeliveryRecord): object {
  if (uid === '') return { params, body: body ?? undefined, issuer };
  if (command === 'legacyGive') return { params, body: { ...(body as object), UserID: uid }, issuer };
  return { params: { ...params, player_identifier: uid }, body: body ?? undefined, issuer };
}
