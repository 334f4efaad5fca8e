import { RELIC_TYPES } from '@palatine/contract';
import type { SaveDiscoveries, SaveFlags } from '@palatine/save';
import type { Discoveries } from '../state/model.ts';
import type { ImportJob } from './import-job.ts';
import type { PlayersOfSave } from './players.ts';

/** Imports what each player with a file has found. */
export function importDiscoveries({ world, spelling }: ImportJob, { files }: PlayersOfSave): void {
  for (const [uid, { records }] of files) {
    const { discoveries } = records;
    world.discoveries.put({
      uid,
      fastTravelPoints: setFlags(discoveries.fastTravelPoints),
      relics: relicsFound(discoveries),
      areas: setFlags(discoveries.areas),
      notes: setFlags(discoveries.notes),
      paldeck: [...new Set(setFlags(discoveries.paldeck).map(spelling.species))],
    });
  }
}

function setFlags(flags: SaveFlags): string[] {
  return Object.keys(flags).filter((id) => flags[id]);
}

/** Saves before 1.0 list effigies only; those of 1.0 list them twice. */
function relicsFound({ effigies, relicsByType }: SaveDiscoveries): Discoveries['relics'] {
  const found = new Map<string, string[]>();
  for (const [name, flags] of [['CapturePower', effigies] as const, ...Object.entries(relicsByType)]) {
    const type = RELIC_TYPES.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
    const ids = new Set([...(found.get(type) ?? []), ...setFlags(flags)]);
    if (ids.size > 0) found.set(type, [...ids]);
  }
  return Object.fromEntries(found);
}
