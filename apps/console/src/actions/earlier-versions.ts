import type { FileVersion } from '@palatine/contract';
import { fieldOf } from '../data/json-document.ts';
import { client } from '../session/session.ts';
import type { FileTarget } from './action.ts';

// What files of the operator said before, as targets of the actions that bring it back.

type PalFileKind = Exclude<FileTarget['of'], 'settings'>;

/** Files whose names hold the name of the one that is looked for. */
const MOST_ALIKE = 500;

/** The file with what it said before `at`, ISO 8601. Throws when no version of that time is kept. */
export async function versionTarget(of: PalFileKind, name: string, at: string): Promise<FileTarget> {
  const [versions, etag] = await Promise.all([versionsOf(of, name), etagOf(of, name)]);
  const before = versionReplacedBy(versions, at);
  if (before === undefined) throw new VersionGoneError(name);
  return { kind: 'file', of, name, etag, body: { Text: before.Text } };
}

/** The settings that a write of that time has changed, with the values from before. */
export async function settingsTarget(name: string, keys: readonly string[], at: string): Promise<FileTarget> {
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
  return Object.fromEntries(keys.map((key) => [key, fieldOf(document, key) ?? null]));
}

/** The version that a write of that time has replaced: what is replaced is kept before the event is written. */
export function versionReplacedBy(versions: readonly FileVersion[], at: string): FileVersion | undefined {
  return versions
    .filter(({ ReplacedAt }) => Date.parse(ReplacedAt) <= Date.parse(at))
    .toSorted((a, b) => Date.parse(b.ReplacedAt) - Date.parse(a.ReplacedAt))[0];
}

/** The version that a way back needs is no longer kept. */
export class VersionGoneError extends Error {}

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
