import { RELIC_TYPES, type RelicType } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { PlayerFileEdit, SaveEdit } from '@palatine/save/edits';
import type { SaveEra } from '@palatine/save/save-types';
import type { Player } from '../state/model.ts';
import { type ChangeJob, type ChangesInput, changeJob } from './change-job.ts';
import { findChangedCharacters } from './changed-characters.ts';
import { findChangedContainers } from './changed-containers.ts';
import { differingFieldsOfPlayer, isSameGuild, isSamePlayer, isSameValue, PROGRESS } from './same-in-save.ts';
import { AMOUNT, rangeRefusal } from './save-ranges.ts';
import { changesBetween, type RecordChange } from './world-records.ts';

export interface SaveChanges {
  /** In the order of their application. */
  readonly edits: SaveEdit[];
  /** One sentence for each difference that no edit can write; while there is one, nothing may be written. */
  readonly refusals: string[];
}

const TOO_OLD: Partial<Record<SaveEra, string>> = {
  A: 'this save was written by the game of 2024',
  B: 'this save was written by the game of late 2024 or early 2025',
};
const ADVICE = 'start the game with it once and let it save the world, then edit that save';

/** The edits from the import of the save to the changed world, or refusals. */
export function saveChangesOf(input: ChangesInput): SaveChanges {
  const job = changeJob(input);
  findChangedContainers(job);
  findChangedCharacters(job);
  findChangedPlayers(job);
  findChangedBases(job);
  const edits = job.edits.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const refusals = [...new Set(job.refusals)];
  const tooOld = TOO_OLD[input.save.era];
  if (tooOld === undefined || edits.length + refusals.length === 0) return { edits, refusals };
  return { edits: [], refusals: [`${tooOld}: ${ADVICE}`] };
}

/** The order of edits: slots are emptied before they are filled, and a base is deleted last, with its remaining contents. */
const ORDER: readonly SaveEdit['kind'][] = words(
  'itemContainer removePal changeCharacter addPal playerFile deleteCamp',
);

/** Finds deleted camps, and refuses every other change of camps, guilds, map objects and discoveries: no edit writes those. */
function findChangedBases(job: ChangeJob): void {
  const { before, after, names, deletedCamps: goneCamps, edits, refusals } = job;
  for (const { id } of goneCamps) edits.push({ kind: 'deleteCamp', campId: id });
  for (const camp of changesBetween(before.camps, after.camps, isSameValue)) {
    if (camp.after === undefined) continue;
    const name = names.camp(camp.after);
    refusals.push(
      camp.before === undefined
        ? `${name} is not in the save: no edit builds a base`
        : `${name} has changed: no edit writes that`,
    );
  }
  for (const guild of changesBetween(before.guilds, after.guilds, isSameGuild)) {
    const record = guild.after ?? guild.before;
    if (record !== undefined) refusals.push(`${names.guild(record)} ${kindOf(guild)}: no edit writes guilds`);
  }
  for (const change of changesBetween(before.discoveries, after.discoveries, isSameValue)) {
    refusals.push(`what ${names.player(change.key)} has found ${kindOf(change)}: no edit writes that`);
  }
  refuseMapObjects(job);
}

function kindOf({ before, after }: RecordChange<object>): string {
  if (before === undefined) return 'is new';
  return after === undefined ? 'is gone' : 'has changed';
}

/** One sentence for all of them: there may be thousands. */
function refuseMapObjects({ before, after, refusals }: ChangeJob): void {
  const changes = [...changesBetween(before.mapObjects, after.mapObjects, isSameValue)];
  const [first] = changes;
  if (first === undefined) return;
  const { objectId = '' } = first.after ?? first.before ?? {};
  const others = changes.length === 1 ? '' : `, and so do ${changes.length - 1} others`;
  refusals.push(`${objectId} ${first.key} on the map ${kindOf(first)}${others}: no edit writes map objects`);
}

/** Finds changed technologies, points and relics: one edit for each player file. */
function findChangedPlayers(job: ChangeJob): void {
  const { before, after, names, refusals } = job;
  const changes = changesBetween(before.players, after.players, isSamePlayer);
  for (const { key, before: was, after: now } of changes) {
    if (was !== undefined && now !== undefined) changePlayer(job, was, now);
    else if (was === undefined) refusals.push(`${names.player(key)} is new: only the game makes players`);
    else refusals.push(`${names.player(key)} is gone: no edit removes a player`);
  }
}

function changePlayer(job: ChangeJob, was: Player, now: Player): void {
  const { names, stored, edits, refusals } = job;
  const name = names.player(now.uid);
  const changed = differingFieldsOfPlayer(was, now);
  const file = stored.files.get(now.uid);
  if (file === undefined) {
    refusals.push(`${name} has no player file in the save, so no edit reaches them`);
    return;
  }
  const unwritten = changed.filter((field) => !PROGRESS.has(field));
  const problems = [
    ...unwritten.map((field) => `${name} would have another ${field}: no edit writes that`),
    ...valueRefusals(job, name, was, now),
  ];
  if (problems.length === 0) edits.push(editOf(file, was, now, changed));
  refusals.push(...problems);
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

function valueRefusals({ save }: ChangeJob, subject: string, was: Player, now: Player): string[] {
  const { technologies, technologyPoints, ancientTechnologyPoints, relics } = now;
  const relicTypes = changedRelics(was, now);
  const refusals = [
    rangeRefusal(subject, 'technology points', technologyPoints, AMOUNT),
    rangeRefusal(subject, 'ancient technology points', ancientTechnologyPoints, AMOUNT),
    ...relicTypes.map((type) => rangeRefusal(subject, `relics of ${type}`, relics[type] ?? 0, AMOUNT)),
  ].filter((refusal) => refusal !== undefined);
  const newTypes = relicTypes.filter((type) => type !== 'CapturePower');
  if (save.era !== 'D' && newTypes.length > 0) {
    refusals.push(
      `${subject} would have relics of ${newTypes.join(', ')}: saves before 1.0 hold those of CapturePower only`,
    );
  }
  const distinct = new Set(technologies.map((id) => id.toLowerCase()));
  if (distinct.size < technologies.length) refusals.push(`${subject} would have learned a technology twice`);
  if (distinct.has('') || distinct.has('none'))
    refusals.push(`${subject} would have learned a technology without a name`);
  return refusals;
}
