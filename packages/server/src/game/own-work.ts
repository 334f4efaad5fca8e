import type { EventData, EventType } from '@palatine/contract';
import { applyRoster, type GameContext, type MirrorPart, MirrorStage, type Survey } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import { ownAuditEntry } from './audit-summary.ts';
import { deliveryStep } from './delivery-steps.ts';
import { fleetBansWork } from './fleet-bans-work.ts';
import { gameBansWork, type OwnBanList } from './game-bans-work.ts';
import type { Calls, OwnWorkKind, ServiceNote } from './protocol.ts';

/** What a piece of own work came to: its output, and an entry for the audit. */
export interface OwnWorkResult<K extends OwnWorkKind> {
  readonly output: Calls[K][1];
  readonly audit?: readonly NewAuditEntry[];
  /** What the newest save says of itself. */
  readonly survey?: Survey;
  /** Whether the same message is to be given again, in a later turn, before it is answered. */
  readonly unfinished?: boolean;
}

type OwnWork = { [K in OwnWorkKind]: (input: Calls[K][0]) => OwnWorkResult<K> };

/** The work of the service itself. Each piece runs in a transaction of its own. */
export function ownWork(game: GameContext, lists: OwnBanList): OwnWork {
  const stage = new MirrorStage();
  return {
    mirror: (part) => takeMirrorPart(game, stage, part),
    roster: (roster) => ({ output: applyRoster(game, roster) }),
    gameBans: (read) => gameBansWork(game, lists, read),
    applyFleetLists: (wanted) => fleetBansWork(game, lists, wanted),
    deliveryStep: (step) => ({ output: deliveryStep(game, step) }),
    note: (input) => note(game, input),
  };
}

function takeMirrorPart(
  { world, now }: GameContext,
  stage: MirrorStage,
  part: MirrorPart,
): OwnWorkResult<'mirror'> {
  const applied = stage.take(world, part);
  if (applied === undefined) return { output: undefined, unfinished: part.last !== undefined };
  const { facts, changedRecords, events } = applied;
  for (const { type, data } of events) world.emit(type, now(), data);
  const survey = facts.survey ?? undefined;
  if (survey !== undefined) world.replaceSurvey(survey);
  return { output: { changedRecords }, ...(survey && { survey }) };
}

function note(
  { world, now, newId }: GameContext,
  { audit, event, entry }: ServiceNote,
): OwnWorkResult<'note'> {
  if (event !== undefined) world.emit(event.type as EventType, now(), event.data as EventData);
  const eventId = event === undefined ? undefined : world.lastEventId;
  return {
    output: undefined,
    audit: [
      ...(audit === undefined ? [] : [ownAuditEntry({ now, newId }, audit)]),
      ...(entry === undefined ? [] : [{ ...entry, atMs: now(), player: undefined, eventId }]),
    ],
  };
}
