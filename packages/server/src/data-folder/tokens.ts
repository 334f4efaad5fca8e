import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_FORMS, type AnswerForm } from '@palatine/contract';
import Type from 'typebox';
import { fileSchema } from './file-schema.ts';
import { isMissing, parseJson } from './read-json.ts';

/** A token as the service knows it: never the secret itself. */
export interface Token {
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
}

const checkTokenFile = fileSchema(
  Type.Object({
    Name: Type.String({ minLength: 1 }),
    Token: Type.Optional(Type.String({ minLength: 1 })),
    TokenSHA256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
    Permissions: Type.Union([Type.String(), Type.Array(Type.String())]),
    AnswerForm: Type.Optional(Type.Enum([...ANSWER_FORMS])),
  }),
);

export const EXAMPLE_TOKEN_FILE = 'TokenExample.json';
const WATCH_MS = 400;
/** Unknown tokens have the folder read again, but not more often than this. */
const EAGER_MS = 50;
/** A token file is a few hundred bytes; what is far larger is not one. */
const MAX_FILE_BYTES = 64 * 1024;

interface Seen {
  stamp: string;
  token?: Token;
  digest?: string;
  fault?: string;
  /** Permissions of the file under the project's former name. */
  former?: string[];
}

/**
 * The tokens of a folder of token files, kept up to date while they are written, changed and removed: panels
 * write a file and use its token at once. What is wrong with a file is reported once and the file skipped.
 */
export class Tokens {
  readonly #folder: string;
  readonly #report: (fault: string) => void;
  #seen = new Map<string, Seen>();
  #byDigest = new Map<string, { digest: Buffer; token: Token }>();
  #reported = new Set<string>();
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, report: (fault: string) => void) {
    this.#folder = folder;
    this.#report = report;
  }

  /** Reads the folder and goes on watching it. */
  async watch(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh(), WATCH_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get size(): number {
    return this.#byDigest.size;
  }

  /** What is wrong with the files as they are now. */
  get faults(): string[] {
    return [...this.#reported];
  }

  /**
   * The token with this secret. Secrets are looked up by their SHA-256 and compared in constant time, so
   * neither the time taken nor anything kept in memory tells of the secret.
   */
  find(secret: string): Token | undefined {
    const digest = hash('sha256', secret, 'hex');
    const held = this.#byDigest.get(digest);
    return held !== undefined && timingSafeEqual(Buffer.from(digest, 'latin1'), held.digest)
      ? held.token
      : undefined;
  }

  /** Like `find`, but before it says no it reads the folder once more: a file written just now counts. */
  async findEagerly(secret: string): Promise<Token | undefined> {
    const token = this.find(secret);
    if (token !== undefined) return token;
    await this.#readSoon();
    return this.find(secret);
  }

  /** A reading that begins after this call; callers until then share it. */
  #readSoon(): Promise<void> {
    this.#next ??= delay(Math.max(0, this.#readAt + EAGER_MS - Date.now()))
      .then(() => this.#reading)
      .then(() => {
        this.#next = undefined;
        return this.refresh();
      });
    return this.#next;
  }

  /** Reads what has changed in the folder. Callers at the same time share one reading. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      this.#readAt = Date.now();
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    let names: string[];
    try {
      names = (await readdir(this.#folder))
        .filter((name) => name.endsWith('.json') && name !== EXAMPLE_TOKEN_FILE)
        .sort();
    } catch (error) {
      this.#tell([`${this.#folder}: ${(error as Error).message}`]);
      return; // the tokens known so far stay good
    }
    const seen = new Map<string, Seen>();
    for (const name of names) {
      const file = join(this.#folder, name);
      try {
        const { mtimeMs, ctimeMs, size, ino } = await stat(file);
        const stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
        const before = this.#seen.get(name);
        if (size > MAX_FILE_BYTES) seen.set(name, { stamp, fault: `${name}: too large for a token file` });
        else
          seen.set(
            name,
            before?.stamp === stamp ? before : { stamp, ...readToken(name, await readFile(file, 'utf8')) },
          );
      } catch (error) {
        if (isMissing(error)) continue; // removed since the folder was listed
        seen.set(name, { stamp: '', fault: `${name}: cannot be read: ${(error as Error).message}` });
      }
    }
    this.#seen = seen;
    this.#rebuild();
  }

  #rebuild(): void {
    const faults: string[] = [];
    const holders = new Map<string, string[]>();
    for (const [name, { digest, fault }] of this.#seen) {
      if (fault !== undefined) faults.push(fault);
      if (digest !== undefined) holders.set(digest, [...(holders.get(digest) ?? []), name]);
    }
    const byDigest = new Map<string, { digest: Buffer; token: Token }>();
    for (const [digest, names] of holders) {
      if (names.length > 1) {
        faults.push(`${names.join(' and ')} hold the same token; none of them counts`);
        continue;
      }
      const token = this.#seen.get(names[0] ?? '')?.token;
      if (token !== undefined) byDigest.set(digest, { digest: Buffer.from(digest, 'latin1'), token });
    }
    this.#byDigest = byDigest;
    this.#tell(faults);
  }

  #tell(faults: string[]): void {
    for (const fault of faults) if (!this.#reported.has(fault)) this.#report(fault);
    this.#reported = new Set(faults);
  }
}

/** Reads the text of a token file; what is wrong with it is told in `fault`. */
export function readToken(name: string, text: string): Omit<Seen, 'stamp'> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { fault: `${name}: not JSON (or half written)` }; // the parser's message quotes the file, secret and all
  }
  const checked = checkTokenFile(value);
  if (checked.errors) return { fault: `${name}: ${checked.errors.join('; ')}` };
  const { Name, Token: secret, TokenSHA256, Permissions, AnswerForm } = checked.value;
  if ((secret === undefined) === (TokenSHA256 === undefined)) {
    return { fault: `${name}: must hold either Token or TokenSHA256` };
  }
  const permissions = typeof Permissions === 'string' ? [Permissions] : Permissions;
  const former = permissions.filter((permission) => permission.startsWith(FORMER_PREFIX));
  return {
    digest: secret === undefined ? (TokenSHA256 as string).toLowerCase() : sha256(secret),
    token: { name: Name, permissions: permissions.map(currentPermission), answerForm: AnswerForm },
    ...(former.length > 0 && { former }),
  };
}

/** Until version 0.1 the project was called Palisade; token files of that time keep working. */
const FORMER_PREFIX = 'Palisade.';

/** The present name of a permission: `Palisade.Audit.Read` is `Palatine.Audit.Read`. */
export function currentPermission(permission: string): string {
  return permission.startsWith(FORMER_PREFIX)
    ? `Palatine.${permission.slice(FORMER_PREFIX.length)}`
    : permission;
}

/** A new secret: 32 random bytes, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
