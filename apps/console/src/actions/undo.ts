import type { EventData, EventType, FileVersion, PalatineEvent } from '@palatine/contract';
import { fieldOf } from '../data/json-document.ts';
import { type FileReads, PAL_FILES } from '../data/pal-files.ts';
import { client } from '../session/session.ts';
import type { Texts } from '../texts/texts.ts';
import { type ActionId, archiveTarget, type Draft, type FileTarget, type Target } from './action.ts';
import { playerTarget } from './dialog.ts';

/** Why something that happened cannot be undone. The words are in `texts.undo.because`. */
type NoUndo = keyof Texts['undo']['because'];

export interface UndoAction {
  readonly id: ActionId;
  readonly draft?: Partial<Draft>;
  /** The target of the action; read on demand, since it depends on the current state. */
  target(): Target | Promise<Target>;
}

type UndoActions = readonly UndoAction[] | NoUndo;

/** The inverses of an event, each a separate action; or the reason why it cannot be undone. */
export function undoActionsOf({ Type, Data, Time }: PalatineEvent): UndoActions {
  // The type vouches for the data; one that the page does not know has no undo.
  const undoOf = UNDO[Type] as (data: unknown, at: string) => UndoActions;
  return Object.hasOwn(UNDO, Type) ? undoOf(Data, Time) : 'none';
}

const UNDO: { readonly [T in EventType]?: (data: EventData<T>, at: string) => UndoActions } = {
  punishment({ action, userId, uid, name = '', ip }) {
    if (action === 'kick') return 'kick';
    const lifts = action === 'unban' || action === 'unbanip';
    const undoActions: UndoAction[] = [];
    const add = (id: ActionId, target: Target) => undoActions.push({ id, target: () => target });
    if (userId !== '') add(lifts ? 'ban' : 'unban', { kind: 'user', userId, name });
    else if (uid !== undefined) add(lifts ? 'ban' : 'unban', { kind: 'player', uid, name, online: false });
    if (ip !== '') add(lifts ? 'banAddress' : 'unbanAddress', { kind: 'address', ip });
    return undoActions;
  },
  technologies({ player, learnt, forgotten }) {
    const target = () => playerTarget(player.uid, player.name);
    const undoActions: UndoAction[] = [
      { id: 'forget', draft: { technologies: learnt }, target },
      { id: 'learn', draft: { technologies: forgotten }, target },
    ];
    const possible = undoActions.filter(({ draft }) => draft?.technologies?.length);
    return possible.length === 0 ? 'none' : possible;
  },
  'base.deleted': ({ archive, summary }) =>
    archive === '' ? 'game' : [{ id: 'restoreBase', target: () => archiveTarget(archive, summary) }],
  'template.saved'({ kind, name, action }, at) {
    if (action === 'created') return 'created';
    const files = PAL_FILES[kind];
    return [{ id: files.restore, target: () => versionTarget(files, name, at) }];
  },
  'settings.saved'({ file, keys }, at) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    return [{ id: 'restoreSettings', target: () => settingsTarget(name, keys, at) }];
  },
  grant: () => 'given',
  summoned: () => 'given',
  message: () => 'said',
};

// What files of the operator said before, as targets of the actions that bring it back.

/** The file with what it said before `at`, ISO 8601. Throws when no version of that time is kept. */
async function versionTarget(reads: FileReads, name: string, at: string): Promise<FileTarget> {
  const { signal } = new AbortController();
  const [versions, files] = await Promise.all([reads.versions(name, signal), reads.list(name, signal)]);
  const before = versionReplacedBy(versions, at);
  if (before === undefined) throw new VersionGoneError(name);
  // A file that is not there is in no list, which says so without a request that fails.
  const etag = files.find(({ Name }) => Name === name)?.ETag ?? null;
  return { kind: 'file', name, etag, body: { Text: before.Text } };
}

/** The settings that a write of that time has changed, with the values from before. */
async function settingsTarget(name: string, keys: readonly string[], at: string): Promise<FileTarget> {
  const [{ Versions }, { Files }] = await Promise.all([
    client().getSettingsVersions({ params: { file: name } }),
    client().getSettings(),
  ]);
  const before = versionReplacedBy(Versions, at);
  const now = Files.find(({ File }) => File === name);
  if (before === undefined || now === undefined) throw new VersionGoneError(name);
  const Values = valuesIn(before.Text, keys);
  return { kind: 'file', name, etag: now.ETag || null, body: { Values } };
}

/** The values that a file of settings has under these keys, such as `audit.keepDays`; null where it does not say. */
export function valuesIn(text: string, keys: readonly string[]): Record<string, unknown> {
  const document: unknown = JSON.parse(text);
  return Object.fromEntries(keys.map((key) => [key, fieldOf(document, key) ?? null]));
}

/** The version that a write of that time has replaced: what is replaced is kept before the event is written. */
export function versionReplacedBy(versions: readonly FileVersion[], at: string): FileVersion | undefined {
  return versions
    .filter(({ ReplacedAt }) => Date.parse(ReplacedAt) <= Date.parse(at))
    .toSorted((a, b) => Date.parse(b.ReplacedAt) - Date.parse(a.ReplacedAt))[0];
}

/** The version that an undo needs is no longer kept. */
export class VersionGoneError extends Error {}
