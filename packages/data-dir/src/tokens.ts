import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_FORMS, parseTime } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import type { Token, TokenSource } from '@palatine/contract/tokens';
import type { Clock } from '@palatine/platform/clock';
import { fileSchema, ignoredKeys, misspelledKeys } from '@palatine/platform/file-schema';
import { jsonFault, namesInFolder, parseJson } from '@palatine/platform/json';
import {
  FILE_BYTES,
  readTextFile,
  sha256Of,
  stampOf,
  UnreadableFileError,
} from '@palatine/platform/read-file';
import { examineTokens, type ReadFile } from './examine-tokens.ts';
import {
  EXAMPLE_TOKEN_FILE,
  ignoredNameWarning,
  isExample,
  isTokenFile,
  tokenWarnings,
} from './token-warnings.ts';

const TokenFileSchema = Type.Object({
  Name: Type.String({ minLength: 1 }),
  Token: Type.Optional(Type.String({ minLength: 1, writeOnly: true })),
  TokenSHA256: Type.Optional(
    Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: '64 hexadecimal digits', writeOnly: true }),
  ),
  Permissions: Type.Array(Type.String()),
  AnswerForm: Type.Optional(Type.Enum([...ANSWER_FORMS])),
  Enabled: Type.Optional(Type.Boolean()),
  Expires: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const checkTokenFile = fileSchema(TokenFileSchema);
const DAY_MS = 86_400_000;

const WATCH_MS = 400;
/** An unknown token causes another read of the folder, but not more often than this. */
const MIN_REREAD_MS = 50;

export interface ReadToken extends ReadFile {
  token?: Token;
  ignored?: readonly string[];
  /** Why an ignored file needs no warning. */
  note?: string;
}

interface CachedFile extends ReadToken {
  /** Changes whenever the file does; '' if it is read each time. */
  stamp: string;
  hashed: boolean;
}

/** Reports about token files for the log, each once. */
export interface TokenReports {
  /** A file is invalid or inactive. */
  skipped(reason: string): void;
  /** A valid file is suspicious, or a file is ignored for its name. */
  doubtful(reason: string): void;
}

/** Tokens that are in no file of this folder: those of a fleet. */
interface FurtherTokens extends Pick<TokenSource, 'find' | 'byId'> {
  /** Calls back on changes. @returns a function that stops it. */
  onChange(listener: () => void): () => void;
}

export function joinedTokens(files: TokenSource, further: FurtherTokens): TokenSource {
  return {
    find: (secret) => files.find(secret) ?? further.find(secret),
    findEagerly: async (secret) => further.find(secret) ?? (await files.findEagerly(secret)),
    byId: (id) => files.byId(id) ?? further.byId(id),
    onRead(listener) {
      const ends = [files.onRead(listener), further.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    refresh: () => files.refresh(),
    get faults() {
      return files.faults;
    },
  };
}

/** Tokens of a folder, up to date while files change. An invalid file is skipped, and its error reported once. */
export class Tokens implements TokenSource {
  readonly #folder: string;
  readonly #defaultPermissions: () => readonly string[];
  readonly #skipped: (reasons: readonly string[]) => void;
  readonly #doubtful: (reasons: readonly string[]) => void;
  #files = new Map<string, CachedFile>();
  #byDigest = new Map<string, { digest: Buffer; token: Token }>();
  #byId = new Map<string, Token>();
  faults: readonly string[] = [];
  #next: Promise<void> | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  readonly #timer: Pick<Clock, 'now' | 'every'>;
  #endWatch: () => void = () => {};
  readonly #listeners = new Set<() => void>();

  /** `defaultPermissions`: permissions that every token has besides its own. */
  constructor(
    folder: string,
    { skipped, doubtful }: TokenReports,
    timer: Pick<Clock, 'now' | 'every'>,
    defaultPermissions: () => readonly string[] = () => [],
  ) {
    this.#folder = folder;
    this.#defaultPermissions = defaultPermissions;
    this.#skipped = eachOnce(skipped);
    this.#doubtful = eachOnce(doubtful);
    this.#timer = timer;
  }

  async watch(): Promise<void> {
    await this.refresh();
    this.#endWatch = this.#timer.every(WATCH_MS, () => this.refresh());
  }

  close(): void {
    this.#endWatch();
  }

  onRead(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  byId(id: string): Token | undefined {
    return this.#byId.get(id);
  }

  /** Finds the token with this secret, by SHA-256 and in constant time, so that no timing reveals a secret. */
  find(secret: string): Token | undefined {
    const digest = hash('sha256', secret, 'hex');
    const entry = this.#byDigest.get(digest);
    return entry !== undefined && timingSafeEqual(Buffer.from(digest, 'latin1'), entry.digest)
      ? entry.token
      : undefined;
  }

  /** Like `find`, but reads the folder again for an unknown secret: its file may have just been written. */
  async findEagerly(secret: string): Promise<Token | undefined> {
    const token = this.find(secret);
    if (token !== undefined) return token;
    await this.#readSoon();
    return this.find(secret);
  }

  /** A read that begins after this call, shared by callers until then. */
  #readSoon(): Promise<void> {
    this.#next ??= delay(Math.max(0, this.#readAtMs + MIN_REREAD_MS - performance.now())).then(() => {
      this.#next = undefined;
      return this.refresh();
    });
    return this.#next;
  }

  async refresh(): Promise<void> {
    this.#readAtMs = performance.now(); // a jump of the wall clock would delay callers
    try {
      this.#files = readTokens(this.#folder, this.#files);
    } catch (error) {
      this.faults = [`the folder of the token files cannot be read (${errorCode(error)})`]; // responses name no path
      this.#skipped(this.faults);
      return; // the tokens read so far stay valid
    }
    this.rebuild();
  }

  /** Decides which of the read files are valid, and with which permissions. */
  rebuild(): void {
    const defaultPermissions = this.#defaultPermissions();
    const verdicts = examineTokens(this.#files, { nowMs: this.#timer.now(), defaultPermissions });
    const byDigest = new Map<string, { digest: Buffer; token: Token }>();
    for (const [name, { digest, token }] of this.#files) {
      const { error, off } = verdicts.get(name) ?? {};
      if (digest === undefined || token === undefined || error !== undefined || off !== undefined) continue;
      if (byDigest.has(digest)) continue; // a copy
      const permissions = [...new Set([...token.permissions, ...defaultPermissions])];
      byDigest.set(digest, { digest: Buffer.from(digest, 'latin1'), token: { ...token, permissions } });
    }
    this.#byDigest = byDigest;
    this.#byId = new Map(Array.from(byDigest.values(), ({ token }) => [token.id, token]));
    const results = [...verdicts.values()];
    this.faults = [...new Set(results.flatMap(({ error }) => error ?? []))];
    this.#skipped([...this.faults, ...results.flatMap(({ off }) => off ?? [])]);
    this.#doubtful([...new Set(results.flatMap(({ warnings }) => warnings))]);
    for (const listener of this.#listeners) listener();
  }
}

interface TokenFilesOptions {
  readonly settings: {
    readonly current: { readonly rest: { readonly DefaultPermissions: readonly string[] } };
    onChange(listener: () => void): void;
  };
  readonly clock: Clock;
  readonly log: { warn(fields: { reason: string }, message: string): void };
}

/** Reads the token files of a folder and watches them until they are closed. Invalid ones are logged once each. */
export async function openTokenFiles(
  folder: string,
  { settings, clock, log }: TokenFilesOptions,
): Promise<Tokens> {
  const reports = {
    skipped: (reason: string) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason: string) => log.warn({ reason }, 'token file permissions or contents are suspicious'),
  };
  const tokens = new Tokens(folder, reports, clock, () => settings.current.rest.DefaultPermissions);
  settings.onChange(() => tokens.rebuild());
  await tokens.watch();
  return tokens;
}

function eachOnce(report: (reason: string) => void): (reasons: readonly string[]) => void {
  let reported = new Set<string>();
  return (reasons) => {
    for (const reason of reasons) if (!reported.has(reason)) report(reason);
    reported = new Set(reasons);
  };
}

/** Reads the token files of a folder, by name; none for a missing folder. Throws for an unreadable one. */
export function readTokens(
  folder: string,
  cached: ReadonlyMap<string, CachedFile> = new Map(),
): Map<string, CachedFile> {
  const files = namesInFolder(folder)
    .sort()
    .map((name) => [name, readTokenFile(folder, name, cached.get(name))] as const);
  return new Map(files.flatMap(([name, file]) => (file === undefined ? [] : [[name, file]])));
}

/** Undefined for a file without findings, or one removed meanwhile. */
function readTokenFile(folder: string, name: string, cached: CachedFile | undefined): CachedFile | undefined {
  const path = join(folder, name);
  const ignored = ignoredNameWarning(name);
  if (ignored !== undefined) {
    return isFolder(path) ? undefined : { stamp: '', hashed: false, warnings: [ignored] };
  }
  if (!isTokenFile(name) && name !== EXAMPLE_TOKEN_FILE) return undefined;
  const stamp = stampOf(path);
  if (stamp !== '' && cached?.stamp === stamp) return cached;
  try {
    const text = readTextFile(path, FILE_BYTES.token);
    if (text === undefined) return undefined;
    return { stamp, hashed: /"TokenSHA256"/.test(text), ...readToken(name, text) };
  } catch (error) {
    const reason =
      error instanceof UnreadableFileError ? error.reason : `cannot be read (${errorCode(error)})`;
    return { stamp, hashed: false, error: `${name}: ${reason}` };
  }
}

export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Error code of the operating system: the message would include the whole path. */
function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

export function readToken(name: string, text: string): ReadToken {
  if (name === EXAMPLE_TOKEN_FILE) {
    return isExample(text) ? {} : { note: 'ignored under this name; rename it to use its token' };
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // The parser's message quotes the file, secret and all.
    return { error: `${name}: ${jsonFault(error, 'not JSON (or half written)')}` };
  }
  const checked = checkTokenFile(value);
  if (checked.errors) return { error: `${name}: ${checked.errors.join('; ')}` };
  const { Token: secret, TokenSHA256, Permissions: permissions, Enabled, Expires } = checked.value;
  if ((secret === undefined) === (TokenSHA256 === undefined)) {
    return { error: `${name}: must hold either Token or TokenSHA256` };
  }
  const expiresAtMs = Expires == null ? undefined : endOf(Expires);
  if (Number.isNaN(expiresAtMs)) {
    const expected = 'a day or a time such as 2027-01-31 or 2027-01-31T18:00:00Z';
    return { error: `${name}: Expires must be ${expected}, not ${JSON.stringify(Expires)}` };
  }
  const digest = secret === undefined ? (TokenSHA256 as string).toLowerCase() : sha256Of(secret);
  return {
    digest,
    token: {
      id: tokenId(digest),
      name: checked.value.Name,
      permissions,
      answerForm: checked.value.AnswerForm,
    },
    disabled: Enabled === false,
    expiresAtMs,
    warnings: [...tokenWarnings(secret, permissions), ...misspelledKeys(TokenFileSchema, value)],
    ignored: ignoredKeys(TokenFileSchema, value),
  };
}

/** End of a day or a time, in ms since 1970; NaN for another text. */
function endOf(text: string): number {
  const atMs = parseTime(text) ?? Number.NaN;
  return /^[\d-]+$/.test(text) ? atMs + DAY_MS : atMs;
}

/** Makes ids differ from hashes of TokenSHA256, so that world.db holds nothing that a token file accepts. */
const ID_DOMAIN = 'palatine token id:';

export function tokenId(digest: string): string {
  return sha256Of(`${ID_DOMAIN}${digest}`);
}

/** A new secret: 32 random bytes, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
