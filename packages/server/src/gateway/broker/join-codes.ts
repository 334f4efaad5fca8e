import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { type JoinRefusal, Refusal } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import Type, { type Static } from 'typebox';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { fileSchema } from '../../data-folder/file-schema.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { formatJson, parseJson } from '../../data-folder/read-json.ts';

/** How long a code is good. */
export const JOIN_CODE_MS = 15 * 60_000;
/** A code that has ended is known so much longer, so that its world is told what has become of it. */
const REMEMBERED_MS = 24 * 3_600_000;
const CODE_BYTES = 20;
const MOST_CODES = 10_000;
const RETRY_AFTER_SECONDS = 3600;

const JoinCode = Type.Object({
  /** SHA-256 of the code, in hex. Of 160 random bits nobody finds the code by it. */
  Hash: Type.String({ pattern: '^[0-9a-f]{64}$', writeOnly: true }),
  Tags: Type.Array(Type.String()),
  Lists: Type.Array(Type.String()),
  World: Type.Optional(Type.String()),
  /** Milliseconds since 1970. */
  Until: Type.Number(),
  Used: Type.Boolean(),
});
type JoinCode = Static<typeof JoinCode>;

const FILE = 'join-codes.json';
const check = fileSchema(Type.Array(JoinCode));

/** What a code lets a world do. */
export interface JoinGrant {
  tags: readonly string[];
  lists: readonly string[];
  /** The only world that may join with it, and may have joined before. */
  world?: WorldKey | undefined;
}

const MESSAGES: Record<JoinRefusal, string> = {
  Unknown: 'nobody has made this join code',
  Used: 'a world has joined with this join code already',
  Expired: 'the join code has run out: it is good for 15 minutes',
  WorldTaken: 'this world has joined before; it needs a join code that names it',
  OtherWorld: 'the join code was made for another world',
};

export function joinRefusal(reason: JoinRefusal): Refusal {
  return new Refusal('JOIN_REFUSED', MESSAGES[reason], { Reason: reason });
}

export type JoinCodes = ReturnType<typeof joinCodes>;

/** The join codes of a gateway, as hashes in a private folder. `now`: ms since 1970. */
export function joinCodes(folder: string, now: () => number = Date.now) {
  const file = join(folder, FILE);
  let codes = readCodes(file);

  function save(changed: JoinCode[]): void {
    writeFileAtomically(file, formatJson(changed));
    codes = changed;
  }

  return {
    /** Makes a code. Throws RATE_LIMITED when there are too many. */
    create({ tags, lists, world }: JoinGrant): { code: string; until: number } {
      const known = codes.filter(({ Until }) => Until + REMEMBERED_MS > now());
      if (known.length >= MOST_CODES) throw tooMany();
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const until = now() + JOIN_CODE_MS;
      const made: JoinCode = {
        Hash: hashOf(code).toString('hex'),
        Tags: [...tags],
        Lists: [...lists],
        ...(world !== undefined && { World: world }),
        Until: until,
        Used: false,
      };
      save([...known, made]);
      return { code, until };
    },
    /** Uses a code up, durably. Throws JOIN_REFUSED for a bad one, and what `accept` throws. */
    take(code: string, accept: (grant: JoinGrant) => void): JoinGrant {
      const found = findCode(codes, hashOf(code));
      if (found === undefined) throw joinRefusal('Unknown');
      if (found.Used) throw joinRefusal('Used');
      if (found.Until <= now()) throw joinRefusal('Expired');
      const grant = { tags: found.Tags, lists: found.Lists, world: found.World };
      accept(grant);
      save(codes.map((one) => (one === found ? { ...one, Used: true } : one)));
      return grant;
    },
  };
}

function tooMany(): Refusal {
  const message = `${MOST_CODES} join codes were made within a day`;
  return new Refusal('RATE_LIMITED', message, { RetryAfter: RETRY_AFTER_SECONDS });
}

/** Compares with every code, so that the time says nothing about any of them. */
function findCode(codes: readonly JoinCode[], hash: Buffer): JoinCode | undefined {
  return codes.filter(({ Hash }) => timingSafeEqual(Buffer.from(Hash, 'hex'), hash))[0];
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Throws a ConfigError for a file that is damaged. */
function readCodes(file: string): JoinCode[] {
  const text = readTextFile(file, FILE_BYTES.text);
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new ConfigError(`${file}: not JSON; without the file, codes that are still good are lost`, {
      cause,
    });
  }
  const checked = check(value);
  if (checked.errors) throw new ConfigError(`${file}: ${checked.errors.join('; ')}`);
  return checked.value;
}
