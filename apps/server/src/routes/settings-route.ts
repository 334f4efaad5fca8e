import { basename, join } from 'node:path';
import {
  type FileProblem,
  getSettings,
  getSettingsVersions,
  holds,
  problemsRefusal,
  putSettings,
  Refusal,
  type SettingsFile,
  type SettingsFileName,
} from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { serverFile } from '@palatine/data-dir/server-file';
import { configFile } from '@palatine/engine/config';
import {
  readVersionedText,
  replaceVersion,
  type VersionedFile,
  versionsOf,
} from '@palatine/platform/file-versions';
import { formatJson } from '@palatine/platform/json';
import { listSettings, settingNodes, valueAt, withValueAt } from '@palatine/platform/list-settings';
import { FILE_BYTES } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import type { MountFileWrite } from '@palatine/web/file-writes';
import { type Routes, replacedVersion } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';
import { versionAnswer } from './pal-file-routes.ts';

/** A file of settings, and its active values. */
interface Source {
  readonly settings: typeof configFile | typeof restConfigFile | typeof serverFile;
  readonly file: string;
  /** As of the last reload. */
  readonly current: () => object;
  /** As of the start of the service. */
  readonly atStart: object;
}

/** Mounts the settings. They are changed in their files; a reload applies them. */
export function mountSettings(routes: Routes, service: Service, write: MountFileWrite): void {
  const files = sourcesOf(service);
  const { data, clock } = service;

  routes.read(getSettings, () =>
    serialize({ Files: [...files.keys()].map((name) => answerOf(name, sourceOf(files, name), data)) }),
  );
  routes.read(getSettingsVersions, ({ params }) =>
    serialize({ Versions: versionsOf(target(sourceOf(files, params.file), data)).map(versionAnswer) }),
  );
  write(putSettings, ({ params, body, headers, token }) => {
    const source = sourceOf(files, params.file);
    const replaced = replacedVersion(headers);
    const name = basename(source.file) as SettingsFileName; // a key of the files
    const text = changedText(source, data, body.Values as Record<string, unknown>, token);
    replaceVersion(target(source, data), Buffer.from(text), replaced, clock.now());
    const keys = Object.keys(body.Values).sort();
    return {
      reply: answerOf(name, source, data),
      summary: `${source.settings.name}: ${keys.join(', ')}`,
      event: { type: 'settings.saved', data: { file: source.settings.name, keys, issuer: token.name } },
    };
  });
}

function sourcesOf({ data, settings, attached }: Service): ReadonlyMap<SettingsFileName, Source> {
  const { config, rest } = settings.current;
  const { config: file, restConfig } = data;
  const currentRest = () => settings.current.rest;
  const files = new Map<SettingsFileName, Source>([
    ['Config.json', { settings: configFile, file, current: () => settings.current.config, atStart: config }],
    ['RESTConfig.json', { settings: restConfigFile, file: restConfig, current: currentRest, atStart: rest }],
  ]);
  if (attached === undefined) return files;
  const atStart = serverFile.read(data.serverFile);
  const server = { settings: serverFile, file: data.serverFile, current: () => atStart, atStart };
  return files.set('Server.json', server);
}

/** Throws SETTINGS_NOT_FOUND. */
function sourceOf(files: ReadonlyMap<string, Source>, name: string): Source {
  const source = files.get(name);
  if (source === undefined) {
    throw new Refusal('SETTINGS_NOT_FOUND', `there is no settings file ${JSON.stringify(name)} here`);
  }
  return source;
}

function target({ file }: Source, data: DataPaths): VersionedFile {
  return { file, versions: join(data.versions, 'Settings', basename(file)), maxBytes: FILE_BYTES.settings };
}

/** The active settings; those that a reload does not change are as of the start. */
function activeOf({ settings, current, atStart }: Source): object {
  let active: Record<string, unknown> = { ...current() };
  for (const { path, nextStart } of settingNodes(settings.schema)) {
    if (nextStart) active = withValueAt(active, path, valueAt(atStart, path));
  }
  return active;
}

function answerOf(File: SettingsFileName, source: Source, data: DataPaths): SettingsFile {
  const { settings } = source;
  const { schema, defaults, name } = settings;
  const { state, text, fault } = readVersionedText(target(source, data));
  const parsed = settings.examine(text);
  const { given = {} } = parsed;
  const inForce = activeOf(source);
  const Values = listSettings({ schema, defaults, given, settings: parsed.settings, inForce });
  return {
    File,
    Path: name,
    ETag: state?.etag ?? '',
    ...(state && { ChangedAt: new Date(state.changedAtMs).toISOString() }),
    Problems: fault === undefined ? parsed.problems : [fault],
    Warnings: settings.warnings(source.file).map((warning) => warning.slice(name.length + 2)),
    Pending: Values.some(({ InForce }) => InForce !== undefined),
    Values,
  };
}

/** The file with these settings changed. Throws VALIDATION_FAILED and MISSING_PERMISSION. */
function changedText(
  source: Source,
  data: DataPaths,
  values: Readonly<Record<string, unknown>>,
  token: Token,
): string {
  const { settings } = source;
  const { text: present, fault } = readVersionedText(target(source, data));
  const before = settings.examine(present);
  if (fault !== undefined || before.given === undefined) {
    const why = fault ?? before.problems.join('; ');
    throw new Refusal('VALIDATION_FAILED', `${settings.name} cannot be read, so it is not changed: ${why}`);
  }
  const nodes = new Map(settingNodes(settings.schema).map((setting) => [setting.key, setting]));
  let changed = before.given;
  const problems: FileProblem[] = [];
  const refuse = (key: string, Message: string) => problems.push({ Path: pathOf(key), Message });
  for (const [key, value] of Object.entries(values)) {
    const setting = nodes.get(key);
    const { permission } = setting?.node ?? {};
    if (permission !== undefined && !holds(token.permissions, permission)) {
      throw new Refusal('MISSING_PERMISSION', `the token ${token.name} needs ${permission} to change ${key}`);
    }
    if (setting === undefined) refuse(key, 'is not a setting of this file');
    else if (setting.node.readOnly) {
      refuse(key, 'can be changed in the file only, by an administrator of the machine');
    } else if (isBelowRequestMinimum(setting.node, value)) {
      const { requestMinimum, zeroIsForEver } = setting.node;
      const orZero = zeroIsForEver === true ? ', or 0 for ever' : '';
      refuse(
        key,
        `must be at least ${requestMinimum}${orZero}; a smaller number can be set in the file only`,
      );
    } else changed = withValueAt(changed, setting.path, value ?? undefined);
  }
  const text = formatJson(changed);
  for (const problem of settings.examine(text).problems) {
    const [key = '', ...words] = problem.split(' ');
    problems.push(
      nodes.has(key) ? { Path: pathOf(key), Message: words.join(' ') } : { Path: '', Message: problem },
    );
  }
  if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems);
  return text;
}

/** Whether only the file may hold the number. */
function isBelowRequestMinimum({ requestMinimum, zeroIsForEver }: SchemaNode, value: unknown): boolean {
  if (requestMinimum === undefined || typeof value !== 'number') return false;
  return value < requestMinimum && !(value === 0 && zeroIsForEver === true);
}

function pathOf(key: string): string {
  return `/Values/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
