import { RELIC_TYPES, type RelicType } from '@palatine/contract';
import type { PlayerFileEdit } from '@palatine/save';
import type { Player } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { differingFieldsOfPlayer, isSamePlayer } from './same-in-save.ts';
import { AMOUNT, rangeRefusal } from './save-ranges.ts';
import { changesBetween } from './world-records.ts';

/** Finds changed technologies, points and relics: one edit for each player file. */
export function findChangedPlayers(job: ChangeJob): void {
  const { before, after, names, refusals } = job;
  for (const { key, before: was, after: now } of changesBetween(
    before.players,
    after.players,
    isSamePlayer,
  )) {
    if (was !== undefined && now !== undefined) changePlayer(job, was, now);
    else if (was === undefined) refusals.push(`${names.player(key)} is new: only the game makes players`);
    else refusals.push(`${names.player(key)} is gone: no edit removes a player`);
  }
}

/** The facts of a player that an edit writes. */
const WRITTEN: ReadonlySet<keyof Player> = new Set([
  'technologies',
  'technologyPoints',
  'ancientTechnologyPoints',
  'relics',
]);

function changePlayer(job: ChangeJob, was: Player, now: Player): void {
  const { names, stored, edits, refusals } = job;
  const who = names.player(now.uid);
  const changed = differingFieldsOfPlayer(was, now);
  const file = stored.files.get(now.uid);
  if (file === undefined) {
    refusals.push(`${who} has no player file in the save, so no edit reaches them`);
    return;
  }
  const unwritten = changed.filter((field) => !WRITTEN.has(field));
  const found = [
    ...unwritten.map((field) => `${who} would have another ${field}: no edit writes that`),
    ...valueRefusals(job, who, was, now),
  ];
  if (found.length === 0) edits.push(editOf(file, was, now, changed));
  refusals.push(...found);
}

function editOf(file: string, was: Player, now: Player, changed: readonly (keyof Player)[]): PlayerFileEdit {
  const { technologies, technologyPoints, ancientTechnologyPoints } = now;
  return {
    kind: 'playerFile',
    file,
    ...(changed.includes('technologies') && { technologies: [...technologies] }),
    ...(changed.includes('technologyPoints') && { technologyPoints }),
    ...(changed.includes('ancientTechnologyPoints') && { ancientTechnologyPoints }),
    ...(changed.includes('relics') && {
      relics: Object.fromEntries(changedRelics(was, now).map((type) => [type, now.relics[type] ?? 0])),
    }),
  };
}

function changedRelics(was: Player, now: Player): RelicType[] {
  return RELIC_TYPES.filter((type) => (was.relics[type] ?? 0) !== (now.relics[type] ?? 0));
}

function valueRefusals({ save }: ChangeJob, who: string, was: Player, now: Player): string[] {
  const { technologies, technologyPoints, ancientTechnologyPoints, relics } = now;
  const relicTypes = changedRelics(was, now);
  const refusals = [
    rangeRefusal(who, 'technology points', technologyPoints, AMOUNT),
    rangeRefusal(who, 'ancient technology points', ancientTechnologyPoints, AMOUNT),
    ...relicTypes.map((type) => rangeRefusal(who, `relics of ${type}`, relics[type] ?? 0, AMOUNT)),
  ].filter((refusal) => refusal !== undefined);
  const newTypes = relicTypes.filter((type) => type !== 'CapturePower');
  if (save.era !== 'D' && newTypes.length > 0) {
    refusals.push(
      `${who} would have relics of ${newTypes.join(', ')}: saves before 1.0 hold those of CapturePower only`,
    );
  }
  const distinct = new Set(technologies.map((id) => id.toLowerCase()));
  if (distinct.size < technologies.length) refusals.push(`${who} would know a technology twice`);
  if (distinct.has('') || distinct.has('none'))
    refusals.push(`${who} would know a technology without a name`);
  return refusals;
}
