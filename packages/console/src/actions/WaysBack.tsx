import { ALL_ROUTES, type EventData, type FileVersion, type PalatineEvent } from '@palatine/contract';
import type { JSX } from 'preact';
import { describeError } from '../faces/describe-error.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { showToast } from '../kit/toasts.ts';
import { client, may } from '../session/session.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { ACTIONS } from './action-table.ts';
import { openAction } from './dialog.ts';
import './ways-back.css';
import type { ActionId } from './action.ts';
import type { Draft } from './draft.ts';
import { playerTarget } from './read-target.ts';
import { archiveTarget, type FileTarget, type Target } from './target.ts';

/** The inverses of an event, each as a button that opens its dialog; without one, why. `quiet`: beside other rows, and nothing without one. */
export function WaysBack({ of, quiet = false }: { of: PalatineEvent; quiet?: boolean }): JSX.Element | null {
  const text = texts.value.wayBack;
  const ways = waysBack(of);
  if (typeof ways === 'string') return quiet ? null : <span>{text.because[ways]}</span>;
  const allowed = ways.filter(({ id }) => may(ALL_ROUTES[ACTIONS[id].route]));
  if (allowed.length === 0) return quiet ? null : <span>{text.because.notYours}</span>;
  return (
    <span class="ways-back">
      {allowed.map((way) => (
        <Button key={way.id} kind={quiet ? 'bare' : 'plain'} onClick={() => void open(way)}>
          <Icon shape={ACTIONS[way.id].icon} size={16} />
          {texts.value.actions.does[way.id].name}…
        </Button>
      ))}
    </span>
  );
}

async function open({ id, target, draft }: WayBack): Promise<void> {
  try {
    openAction(id, await target(), draft);
  } catch (error) {
    const { message, code } = describeError(error);
    const text = error instanceof VersionGoneError ? texts.value.wayBack.because.versionGone : message;
    showToast({ text, detail: code, tone: 'danger' });
  }
}

/** Why something that happened cannot be undone. The words are in `texts.wayBack.because`. */
type NoWayBack = keyof Texts['wayBack']['because'];

/** The inverse of something that happened. */
interface WayBack {
  readonly id: ActionId;
  readonly draft?: Partial<Draft>;
  /** Whom or what it is done to; read when it is asked for, since it depends on how things are now. */
  target(): Target | Promise<Target>;
}

/** The inverses of an event, each an action of its own; or why there is none. */
export function waysBack(event: PalatineEvent): readonly WayBack[] | NoWayBack {
  const known = event as KnownEvent; // a type that the page does not know has no way back
  switch (known.Type) {
    case 'punishment':
      return ofPunishment(known.Data);
    case 'technologies':
      return ofTechnologies(known.Data);
    case 'base.deleted':
      return ofDeletion(known.Data);
    case 'template.saved':
      return ofFile(known.Data, known.Time);
    case 'settings.saved':
      return ofSettings(known.Data, known.Time);
    case 'grant':
    case 'summoned':
      return 'given';
    case 'message':
      return 'said';
    default:
      return 'none';
  }
}

/** Each type with its own data, so that the type tells the data. */
type KnownEvent = { [T in PalatineEvent['Type']]: PalatineEvent<T> }[PalatineEvent['Type']];

function ofPunishment({ action, userId, uid, ip }: EventData<'punishment'>): readonly WayBack[] | NoWayBack {
  if (action === 'kick') return 'kick';
  const lifts = action === 'unban' || action === 'unbanip';
  const ways: WayBack[] = [];
  const add = (id: ActionId, target: Target) => ways.push({ id, target: () => target });
  if (userId !== '') add(lifts ? 'ban' : 'unban', { kind: 'user', userId });
  else if (uid !== undefined) add(lifts ? 'ban' : 'unban', { kind: 'player', uid, name: '', online: false });
  if (ip !== '') add(lifts ? 'banAddress' : 'unbanAddress', { kind: 'address', ip });
  return ways;
}

function ofTechnologies({
  player,
  learnt,
  forgotten,
}: EventData<'technologies'>): readonly WayBack[] | NoWayBack {
  const target = () => playerTarget(player.uid, player.name);
  const ways: WayBack[] = [];
  if (learnt.length > 0) ways.push({ id: 'forget', draft: { technologies: learnt }, target });
  if (forgotten.length > 0) ways.push({ id: 'learn', draft: { technologies: forgotten }, target });
  return ways.length === 0 ? 'none' : ways;
}

function ofDeletion({ archive, summary }: EventData<'base.deleted'>): readonly WayBack[] | NoWayBack {
  if (archive === '') return 'game';
  return [{ id: 'restoreBase', target: () => archiveTarget(archive, summary) }];
}

function ofFile(
  { kind, name, action }: EventData<'template.saved'>,
  at: string,
): readonly WayBack[] | NoWayBack {
  if (action === 'created') return 'created';
  const id = kind === 'template' ? 'restoreTemplate' : 'restoreRules';
  return [{ id, target: () => versionTarget(kind, name, at) }];
}

function ofSettings({ file, keys }: EventData<'settings.saved'>, at: string): readonly WayBack[] {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return [{ id: 'restoreSettings', target: () => settingsTarget(name, keys, at) }];
}

// What files of the operator said before, as targets of the actions that bring it back.

type PalFileKind = Exclude<FileTarget['of'], 'settings'>;

/** Files whose names hold the name of the one that is looked for. */
const MOST_ALIKE = 500;

/** The file with what it said before `at`, ISO 8601. Throws when no version of that time is kept. */
async function versionTarget(of: PalFileKind, name: string, at: string): Promise<FileTarget> {
  const [versions, etag] = await Promise.all([versionsOf(of, name), etagOf(of, name)]);
  const before = versionReplacedBy(versions, at);
  if (before === undefined) throw new VersionGoneError(name);
  return { kind: 'file', of, name, etag, body: { Text: before.Text } };
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
  return { kind: 'file', of: 'settings', name, etag: now.ETag || null, body: { Values } };
}

/** The values that a file of settings has under these keys, such as `audit.keepDays`; null where it does not say. */
export function valuesIn(text: string, keys: readonly string[]): Record<string, unknown> {
  const document: unknown = JSON.parse(text);
  return Object.fromEntries(
    keys.map((key) => [key, key.split('.').reduce<unknown>(valueAt, document) ?? null]),
  );
}

function valueAt(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return (node as Readonly<Record<string, unknown>>)[name];
}

/** The version that a write of that time has replaced: what is replaced is kept before the event is written. */
export function versionReplacedBy(versions: readonly FileVersion[], at: string): FileVersion | undefined {
  return versions
    .filter(({ ReplacedAt }) => Date.parse(ReplacedAt) <= Date.parse(at))
    .toSorted((a, b) => Date.parse(b.ReplacedAt) - Date.parse(a.ReplacedAt))[0];
}

/** The version that a way back needs is no longer kept. */
class VersionGoneError extends Error {}

async function versionsOf(of: PalFileKind, name: string): Promise<readonly FileVersion[]> {
  const call = { params: { name } };
  const { Versions } = await (of === 'template'
    ? client().getTemplateVersions(call)
    : client().getImportRuleVersions(call));
  return Versions;
}

/** null for a file that is not there. The list says so without a request that fails. */
async function etagOf(of: PalFileKind, name: string): Promise<string | null> {
  const query = { Find: name, Limit: MOST_ALIKE };
  const rows: readonly { Name: string; ETag: string }[] =
    of === 'template'
      ? (await client().getTemplates({ query })).Templates
      : (await client().getImportRules({ query })).Rules;
  return rows.find(({ Name }) => Name === name)?.ETag ?? null;
}
