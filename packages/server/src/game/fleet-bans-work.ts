import { Refusal } from '@palatine/contract';
import {
  type AppliedFleetBans,
  applyFleetBans,
  type FleetBan,
  type FleetBanPlan,
  type GameContext,
  planFleetBans,
  type World,
} from '@palatine/world';
import { BANLIST_BOUNDS } from '../data-folder/banlist-bounds.ts';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import { ownAuditEntry } from './audit-summary.ts';
import type { OwnBanList } from './game-bans-work.ts';
import type { FleetBansOutcome } from './protocol.ts';

/** With more changes than that in one go, one audit entry tells how many there were. */
const MOST_ENTRIES = 50;

interface FleetBansResult {
  readonly output: FleetBansOutcome;
  readonly audit: readonly NewAuditEntry[];
  /** Whether the same call is to be run once more. */
  readonly unfinished: boolean;
}

/** Whether Banlist.json does not hold the wanted bans of shared lists yet. */
export function changesFleetBans(world: World, wanted: readonly FleetBan[]): boolean {
  const { add, remove } = planFleetBans(world, wanted, BANLIST_BOUNDS);
  return add.length + remove.length > 0;
}

/**
 * Makes Banlist.json hold the wanted bans of shared lists, a part of them at a time. Runs in a transaction, and with the
 * lock of Banlist.json where `changesFleetBans` says so.
 */
export function fleetBansWork(
  game: GameContext,
  { bans, report }: OwnBanList,
  wanted: readonly FleetBan[],
): FleetBansResult {
  const plan = () => planFleetBans(game.world, wanted, BANLIST_BOUNDS);
  const before = plan();
  if (before.add.length + before.remove.length === 0) return resultOf(game, before);
  bans.readEdits();
  if (bans.blocked !== undefined) return resultOf(game, plan(), { blocked: bans.blocked });
  try {
    return game.world.transaction(() => {
      const applied = applyFleetBans(game, plan());
      if (applied.added.length > 0) bans.makeRoom();
      return resultOf(game, plan(), { applied });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(`bans of shared lists are not enforced: ${error.message}`);
    return resultOf(game, plan(), { blocked: error.message });
  }
}

function resultOf(
  game: GameContext,
  { inForce, overridden, local, leftOut }: FleetBanPlan,
  { applied, blocked }: { applied?: AppliedFleetBans; blocked?: string } = {},
): FleetBansResult {
  return {
    output: { inForce, overridden, local, leftOut, ...(blocked !== undefined && { blocked }) },
    audit: applied === undefined ? [] : auditOf(game, applied),
    unfinished: applied?.more === true,
  };
}

function auditOf(game: GameContext, { added, removed }: AppliedFleetBans): NewAuditEntry[] {
  const entry = (target: string, summary: string): NewAuditEntry => ({
    ...ownAuditEntry(game, { route: 'applyFleetLists', target, outcome: 'OK', summary }),
    Token: 'fleet',
  });
  if (added.length + removed.length > MOST_ENTRIES) {
    return [entry('', `${added.length} bans of shared lists put in force, ${removed.length} removed`)];
  }
  return [
    ...added.map(({ id, list }) => entry(id, `banned by the list ${list}`)),
    ...removed.map(({ id, list }) => entry(id, `no longer banned by the list ${list}`)),
  ];
}
