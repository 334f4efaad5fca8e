import { RELIC_TYPES } from '@palatine/contract';
import type { Player } from '../state/model.ts';
import { type NetSearch, NOT_AGAIN } from './net-search.ts';
import { differingFieldsOfPlayer, isSamePlayer } from './same-in-save.ts';
import { inWords } from './save-ranges.ts';
import { changesBetween } from './world-records.ts';

/** Finds points, relics and technologies. */
export function findProgress(search: NetSearch): void {
  const { before, after, names, others } = search;
  for (const { key, before: was, after: now } of changesBetween(
    before.players,
    after.players,
    isSamePlayer,
  )) {
    if (was !== undefined && now !== undefined) compareProgress(search, was, now);
    else others.push(`${names.player(key)} ${was === undefined ? 'was new' : 'was gone'}, ${NOT_AGAIN}`);
  }
}

const REPLAYED: readonly (keyof Player)[] = [
  'technologies',
  'technologyPoints',
  'ancientTechnologyPoints',
  'relics',
];

function compareProgress({ names, others, of }: NetSearch, was: Player, now: Player): void {
  const who = names.player(now.uid);
  const changes = of(now.uid);
  const gain = (what: string, count: number, add: (count: number) => void) => {
    if (count > 0) add(count);
    if (count < 0) others.push(`${who} had ${inWords(-count)} ${what} less: nothing is taken again`);
  };
  gain('technology points', now.technologyPoints - was.technologyPoints, (count) =>
    changes.amounts.push({ name: 'TechnologyPoints', count }),
  );
  gain('ancient technology points', now.ancientTechnologyPoints - was.ancientTechnologyPoints, (count) =>
    changes.amounts.push({ name: 'AncientTechnologyPoints', count }),
  );
  for (const type of RELIC_TYPES) {
    gain(`relics of ${type}`, (now.relics[type] ?? 0) - (was.relics[type] ?? 0), (count) =>
      changes.relics.push({ type, count }),
    );
  }
  changes.learnt.push(...without(now.technologies, was.technologies));
  changes.forgotten.push(...without(was.technologies, now.technologies));
  for (const field of differingFieldsOfPlayer(was, now).filter((one) => !REPLAYED.includes(one))) {
    others.push(`${who} had another ${field}, ${NOT_AGAIN}`);
  }
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((id) => id.toLowerCase()));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}
