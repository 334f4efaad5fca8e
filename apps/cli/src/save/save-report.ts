import { bytesText } from '@palatine/platform/format';
import type { RecordDifference } from '@palatine/save';
import type { SaveEditReport } from '@palatine/save-tools/edit-save-folder';
import { columns, firstLines } from '../command/terminal.ts';

const MAX_LINES = 20;

export function reportJson(report: SaveEditReport<SaveChange>, dryRun: boolean): object {
  const { done, folder, era, records, files, changedBytes, gvasBytes, backup, recovered } = report;
  return {
    written: !dryRun,
    save: folder,
    did: sentenceOf(done, dryRun),
    details: done.details,
    era,
    files,
    records,
    changedBytes,
    gvasBytes,
    backup: backup ?? null,
    undo: backup === undefined ? null : undoOf(folder),
    recovered: recovered ?? null,
    next: dryRun ? null : nextOf(done),
  };
}

export function reportLines(report: SaveEditReport<SaveChange>, dryRun: boolean): string[] {
  const { done, folder, records, changedBytes, gvasBytes, backup, recovered } = report;
  const percent = Number(((changedBytes / gvasBytes) * 100).toPrecision(2)); // two digits that say something
  const share = `${bytesText(changedBytes)} of ${bytesText(gvasBytes)} (${percent} %)`;
  const lines = [
    sentenceOf(done, dryRun),
    ...differenceLines(records),
    `${records.length === 1 ? 'One record differs' : `${records.length} records differ`}: ${share}. Everything else is unchanged, byte for byte.`,
  ];
  if (recovered !== undefined) lines.unshift(recovered);
  if (dryRun) return [...lines, 'This was a dry run: nothing was written.'];
  if (backup === undefined) lines.push(`The changed copy is ${folder}; the original is unchanged.`);
  else lines.push(`The replaced files are in ${backup}; ${undoOf(folder)} restores them.`);
  return [...lines, nextOf(done)];
}

export function differenceLines(
  records: readonly (RecordDifference & { what?: string })[],
): readonly string[] {
  const rows = records.map(({ file, section, id, change, properties, bytes, what = '' }) => {
    return [`  ${change}`, file, section, id, what, bytesText(bytes), properties.join(', ')];
  });
  return firstLines(columns(rows), MAX_LINES);
}

function sentenceOf({ subject, did, would }: SaveChange, dryRun: boolean): string {
  return `${subject} ${dryRun ? would : did}.`;
}

function nextOf({ seen }: SaveChange): string {
  return `Next: start the game server; ${seen}.`;
}

/** The command that restores the replaced files, ready to paste. */
function undoOf(folder: string): string {
  return `palatine save undo ${/^[\w./:\\-]+$/.test(folder) ? folder : `"${folder}"`}`;
}

export interface SaveChange {
  /** The subject of the change, such as `Zoe`. */
  readonly subject: string;
  /** Continues the subject, such as `has got 5 Wood`. */
  readonly did: string;
  /** Likewise for a dry run, such as `would get 5 Wood`. */
  readonly would: string;
  /** The visible result in the game, such as `the 5 Wood are in the Items of Zoe`. */
  readonly seen: string;
  /** The reply of the command, for programs. */
  readonly details: object;
}
