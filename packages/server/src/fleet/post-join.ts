import { join, pathOf } from '@palatine/contract';
import type { JoinLine } from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../data-folder/config-error.ts';
import { systemClock } from '../game/clock.ts';
import { HttpClient, NoResponseError } from '../outgoing/http-client.ts';

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
  const http = new HttpClient({ origin: `https://${gateway}`, fingerprint, clock: systemClock });
  try {
    const response = await http.send({
      method: 'POST',
      path: pathOf(join),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: LONGEST_MS,
      maxBodyBytes: REPLY_BYTES,
    });
    const answer = jsonOf(response.body);
    if (response.status >= 200 && response.status < 300) return answer;
    throw new ConfigError(`the gateway ${gateway} refuses: ${adviceFor(answer, response.status)}`);
  } catch (cause) {
    if (!(cause instanceof NoResponseError)) throw cause;
    throw new ConfigError(unreachable(gateway, cause), { cause });
  }
}

function adviceFor(answer: unknown, status: number): string {
  const { Code = '', Details = {} } = Envelope.Check(answer) ? answer.Error : {};
  const key = [Details.Reason ?? '', Code].find((one) => Object.hasOwn(ADVICE, one));
  return key === undefined ? `${Code} (HTTP ${status})`.trim() : (ADVICE[key] ?? '');
}

function unreachable(gateway: string, { code }: NoResponseError): string {
  if (code === 'OTHER_CERTIFICATE') {
    return `${gateway} is not the gateway of this join line: it serves another certificate, so it was told nothing`;
  }
  return `no gateway answers at ${gateway} (${code}); is it running, and does the firewall let this machine in?`;
}

/** Undefined for what is no JSON. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // of another program
  }
}
