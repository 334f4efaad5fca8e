import type { EventPlayer } from '@palatine/contract';
import { baseContents, countContents, summaryOf } from '../queries/base-contents.ts';
import type { Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { caughtPals } from './caught-pals.ts';
import { changedItems } from './changed-items.ts';
import type { MirrorEvent } from './mirror-event.ts';
import type { MirroredChanges } from './mirrored-changes.ts';
import { type StateAfter, stateAfter } from './state-after.ts';

/** Of each type, a sync makes at most so many: a save of long ago may have everything new. */
const MOST_OF_A_TYPE = 200;
/** Members that an event names. */
const MOST_MEMBERS = 100;

/**
 * What happened in the game between two saves. `world` is still as it was before the changes. A save tells only that
 * something is another than before: who did it and when exactly, nobody can say. Between two events, and now and then
 * without one, it may be left for other work.
 */
export function* mirrorEvents(world: World, changes: MirroredChanges): Generator<MirrorEvent | undefined> {
  const after = stateAfter(world, changes);
  const kinds = [
    leveledPlayers(after, changes),
    caughtPals(after, changes),
    changedItems(world, after, changes),
    changedGuilds(after, changes),
    builtBases(changes),
    deletedBases(world, changes),
  ];
  for (const events of kinds) {
    let emitted = 0;
    for (const event of events) {
      if (event !== undefined && ++emitted > MOST_OF_A_TYPE) break;
      yield event;
    }
  }
}

function* leveledPlayers({ playerOf }: StateAfter, { characters }: MirroredChanges): Generator<MirrorEvent> {
  for (const { before, after } of characters) {
    if (before === undefined || after === undefined || after.playerUid === null) continue;
    if (after.level <= before.level) continue;
    const data = { player: playerOf(after.playerUid), level: after.level, before: before.level };
    yield { type: 'player.leveled', data };
  }
}

function* changedGuilds({ playerOf }: StateAfter, { guilds }: MirroredChanges): Generator<MirrorEvent> {
  for (const { key, before, after } of guilds) {
    const players = (uids: string[]): EventPlayer[] => uids.slice(0, MOST_MEMBERS).map(playerOf);
    const data = {
      guildId: key,
      name: (after ?? before)?.name ?? '',
      level: after?.baseCampLevel ?? 0,
      members: after?.members.length ?? 0,
      joined: players(membersOnlyIn(after, before)),
      left: players(membersOnlyIn(before, after)),
    };
    if (isSameGuild(before, after) && data.joined.length + data.left.length === 0) continue;
    yield { type: 'guild.changed', data };
  }
}

/** Whether nobody would say that the guild has changed: its chest, its research and its missions are not meant. */
function isSameGuild(before: Guild | undefined, after: Guild | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return (
    before.name === after.name &&
    before.baseCampLevel === after.baseCampLevel &&
    before.adminUid === after.adminUid
  );
}

function membersOnlyIn(guild: Guild | undefined, other: Guild | undefined): string[] {
  const known = new Set(other?.members.map(({ uid }) => uid));
  return (guild?.members ?? []).map(({ uid }) => uid).filter((uid) => !known.has(uid));
}

function* builtBases({ camps }: MirroredChanges): Generator<MirrorEvent> {
  for (const { key, before, after } of camps) {
    if (before !== undefined || after === undefined) continue;
    const { x, y, z } = after.location;
    yield { type: 'base.built', data: { campId: key, guildId: after.guildId, location: { x, y, z } } };
  }
}

function* deletedBases(world: World, { camps }: MirroredChanges): Generator<MirrorEvent> {
  for (const { key, before, after } of camps) {
    if (before === undefined || after !== undefined) continue;
    const contents = baseContents(world, before);
    const deleted = countContents(contents);
    const summary = summaryOf(contents, deleted);
    const base = { campId: key, guildId: before.guildId, summary, deleted };
    yield { type: 'base.deleted', data: { ...base, archive: '', issuer: 'game' } };
  }
}
