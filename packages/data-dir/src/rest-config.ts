import { createPrivateKey, X509Certificate } from 'node:crypto';
import { basename, isAbsolute, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ANSWER_FORMS, LIMITS, REST_CONFIG_FILE, sentence } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { parseAddressRange } from '@palatine/platform/address';
import { ConfigError, orElse, recover } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import { settingsFile } from '@palatine/platform/settings-file';
import type { Static } from 'typebox';
import { flag, IN_FILE, IN_FILE_AT_START, number, text, texts, whole } from './setting-shapes.ts';
import { permissionWarning } from './token-warnings.ts';

export {
  flag,
  IN_FILE,
  IN_FILE_AT_START,
  KEPT_BACKUPS,
  KEPT_DAYS,
  number,
  text,
  whole,
} from './setting-shapes.ts';

/** RESTAPI/RESTConfig.json: the HTTP side, which panels write too. list-settings.ts explains it. */
const RestConfig = Type.Object({
  Enabled: flag(true, IN_FILE_AT_START),
  Address: text('127.0.0.1', { minLength: 1, ...IN_FILE_AT_START }),
  Port: whole(17993, [0, 65535], IN_FILE_AT_START),
  Cors: Type.Object({
    'Allowed-Origins': texts([], IN_FILE_AT_START),
    'Max-Age': whole(600, [0], IN_FILE_AT_START),
  }),
  TrustedProxies: texts([], IN_FILE, {
    accepts: (typed: string) => parseAddressRange(typed) !== undefined,
    description: 'an address or a range, such as "127.0.0.1" or "10.0.0.0/8"',
  }),
  DefaultPermissions: texts([], IN_FILE),
  TLS: Type.Object({ Certificate: text('', IN_FILE), Key: text('', IN_FILE) }),
  AnswerForm: Type.Enum([...ANSWER_FORMS], { default: 'Flat' }),
  Limits: Type.Object({
    'Max-Body-Bytes': whole(LIMITS.bodyBytes, [1024, 1024 ** 3], IN_FILE),
    'Max-Queue': whole(1024, [1, 1_000_000], IN_FILE_AT_START),
    'Requests-Per-Second': number(0, [0, 1_000_000], IN_FILE),
    'Max-Connections': whole(2048, [1, 1_000_000], IN_FILE_AT_START),
  }),
});
export type RestConfig = Static<typeof RestConfig>;

export const restConfigFile = settingsFile(REST_CONFIG_FILE, RestConfig, ({ Cors, DefaultPermissions }) => [
  ...DefaultPermissions.flatMap((held) => {
    const warning = permissionWarning(held);
    return warning === undefined ? [] : [`DefaultPermissions: ${warning}`];
  }),
  ...Cors['Allowed-Origins'].filter((origin) => !isOrigin(origin)).map(noOrigin),
]);

/** Whether a browser may send the text as an Origin. Apps have their own schemes. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text);
}

function noOrigin(text: string): string {
  return `Cors.Allowed-Origins: ${JSON.stringify(text)} matches no page; an origin is written as "https://panel.example" or "http://localhost:5173"`;
}

/** Permissions that every token file has besides its own; none while the file cannot be read. */
export function defaultPermissions(file: string): readonly string[] {
  return restConfigFile.readOver(file).settings?.DefaultPermissions ?? [];
}

/** The warning for a reachable address without TLS, and its remedies. */
export const IN_CLEAR = {
  found: sentence('doctor.clearText'),
  todo: sentence('todo.tls', { file: restConfigFile.name }),
} as const;

/** A certificate with its chain, and its key, in PEM. */
export interface Tls {
  cert: string;
  key: string;
}

/** Reads the files named in RESTConfig.json; undefined if there are none. Throws a ConfigError. */
export function readTls({ Certificate, Key }: RestConfig['TLS'], dataFolder: string): Tls | undefined {
  if (Certificate === '' && Key === '') return undefined;
  if (Certificate === '') throw tlsError('Certificate', 'is missing, and a Key is given');
  if (Key === '') throw tlsError('Key', 'is missing, and a Certificate is given');

  const cert = readPem('Certificate', Certificate, dataFolder);
  const key = readPem('Key', Key, dataFolder);
  const leaf = parseAs('Certificate', Certificate, 'a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = parseAs('Key', Key, 'a private key in PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  const isKeyOfLeaf = orElse(false, () => leaf.checkPrivateKey(privateKey)); // the key types may differ
  if (!isKeyOfLeaf) throw tlsError('Key', `${nameOf(Key)} is not the key of ${nameOf(Certificate)}`);
  const validTo = new Date(leaf.validTo);
  if (validTo.getTime() < Date.now())
    throw tlsError('Certificate', `${nameOf(Certificate)} expired on ${validTo.toISOString().slice(0, 10)}`);
  parseAs('Certificate', Certificate, 'a certificate that can be served', () =>
    createSecureContext({ cert, key }),
  );
  return { cert, key };
}

function readPem(field: string, file: string, dataFolder: string): string {
  const read = () => readTextFile(resolve(dataFolder, file), FILE_BYTES.pem);
  const text = recover(read, UnreadableFileError, (error) => {
    throw tlsError(field, `${nameOf(file)} ${error.reason}`, error);
  });
  if (text === undefined) throw tlsError(field, `there is no file ${nameOf(file)}`);
  return text;
}

/** Callers read the error as well, so it has no path of the machine. */
function nameOf(file: string): string {
  return isAbsolute(file) ? basename(file) : file;
}

/** OpenSSL's messages do not help an operator, so the error names the expected content. */
function parseAs<T>(field: string, file: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw tlsError(field, `${nameOf(file)} does not hold ${expected}`, error);
  }
}

function tlsError(field: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${restConfigFile.name}: TLS.${field} ${reason}`, { cause });
}
