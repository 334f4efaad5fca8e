import { join, pathOf } from '@palatine/contract';
import type { JoinLine } from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../data-folder/config-error.ts';
import { OtherCertificateError, pinnedFetch } from '../http/pinned-fetch.ts';

const LONGEST_MS = 15_000;
const REPLY_BYTES = 64 * 1024;

const Envelope = Compile(
  Type.Object({
    Error: Type.Object({
      Code: Type.String(),
      Details: Type.Object({ Reason: Type.Optional(Type.String()) }),
    }),
  }),
);

/** What to do about a refusal, by its reason, or by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  Unknown: 'it knows no such join code; copy the whole line, or make a new one there',
  Used: 'a world has joined with this join code already; each world needs one of its own',
  Expired: 'the join code has run out after 15 minutes; make a new one there',
  WorldTaken: 'this world has joined before; make a join code there that names it',
  OtherWorld: 'the join code was made for another world',
  RATE_LIMITED: 'too many worlds join at once; try again in a few seconds',
};

/**
 * Sends a request to join to the gateway that serves exactly the certificate of the line, and to no other. @returns the
 * answer, unchecked. Throws a ConfigError.
 */
export async function postJoin(
  { host, port, fingerprint }: Omit<JoinLine, 'code'>,
  body: object,
): Promise<unknown> {
  const gateway = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    const response = await pinnedFetch(fingerprint)(`https://${gateway}${pathOf(join)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    const answer = await jsonOf(response);
    if (response.ok) return answer;
    throw new ConfigError(`the gateway ${gateway} refuses: ${adviceFor(answer, response.status)}`);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(unreachable(gateway, cause), { cause });
  }
}

function adviceFor(answer: unknown, status: number): string {
  const { Code = '', Details = {} } = Envelope.Check(answer) ? answer.Error : {};
  const key = [Details.Reason ?? '', Code].find((one) => Object.hasOwn(ADVICE, one));
  return key === undefined ? `${Code} (HTTP ${status})`.trim() : (ADVICE[key] ?? '');
}

function unreachable(gateway: string, error: unknown): string {
  if (error instanceof OtherCertificateError) {
    return `${gateway} is not the gateway of this join line: it serves another certificate, so it was told nothing`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return `no gateway answers at ${gateway} (${code ?? message}); is it running, and does the firewall let this machine in?`;
}

/** Undefined for what is no JSON, or longer than any answer. */
async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > REPLY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined; // of another program
  }
}
