import type { Guid } from '@palatine/contract';
import type { Character } from '../state/model.ts';
import type { MirrorEvent } from './mirror-event.ts';
import type { MirroredChanges } from './mirrored-changes.ts';
import type { StateAfter } from './state-after.ts';

/** Pals that an event names; it counts all. */
const MOST_NAMED = 20;

/** One event for each player who has Pals that the save before did not have. */
export function* caughtPals(state: StateAfter, changes: MirroredChanges): Generator<MirrorEvent> {
  const fresh = changes.characters.flatMap(({ before, after }) =>
    before === undefined && after?.playerUid === null ? [after] : [],
  );
  if (fresh.length === 0) return;
  const ownerOf = ownersOf(state);
  for (const [uid, pals] of Map.groupBy(fresh, ownerOf)) {
    if (uid === undefined) continue;
    const named = pals
      .slice(0, MOST_NAMED)
      .map(({ species, level, shiny }) => ({ palId: species, level, shiny }));
    yield { type: 'pal.caught', data: { player: state.playerOf(uid), count: pals.length, pals: named } };
  }
}

/** Whose team or Palbox a Pal is in; without either, who caught it. */
function ownersOf({ players }: StateAfter): (pal: Character) => Guid | undefined {
  const owners = new Map<Guid, Guid>();
  for (const { uid, team, palbox } of players()) {
    owners.set(team.containerId, uid);
    owners.set(palbox.containerId, uid);
  }
  return ({ place, ownerUid }) => owners.get(place?.containerId ?? '') ?? ownerUid ?? undefined;
}
