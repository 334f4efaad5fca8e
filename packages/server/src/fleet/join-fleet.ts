import { join as joinPath } from 'node:path';
import { fmtCreds } from '@nats-io/jwt';
import { createUser } from '@nats-io/nkeys';
import { type JoinReply, join, pathOf } from '@palatine/contract';
import { type JoinLine, parseJoinLine } from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { type FleetFile, fleetFile } from '../data-folder/fleet-file.ts';
import { systemClock } from '../game/clock.ts';
import { HttpClient, NoResponseError } from '../outgoing/http-client.ts';

const LONGEST_MS = 15_000;
const REPLY_BYTES = 64 * 1024;
const isRefusal = Compile(Type.Object({ Error: Type.Object({ Message: Type.String() }) }));
const isReply = Compile(join.reply);

/**
 * Joins the fleet of a join line: makes the key of this world's user, whose seed never leaves this machine, has it
 * admitted by the gateway with the certificate that the line names, and writes fleet.json with the files it names. A
 * world that has joined before asks for its key again. Throws a ConfigError that says what is wrong, and never the
 * code.
 */
export async function joinFleet(
  line: string,
  { path, fleetFile: file }: Pick<DataPaths, 'path' | 'fleetFile'>,
  name: string,
): Promise<FleetFile> {
  const { code, ...gateway } = assertJoinLine(line);
  const before = fleetFile.read(file);
  const pair = createUser();
  const answer = await postJoin(gateway, {
    Code: code,
    ...(before.World !== '' && { World: before.World }),
    Name: name,
    PublicKey: pair.getPublicKey(),
  });
  const { World, Servers, CA, Credentials, Lists } = assertReply(answer);
  const { CredentialsFile, CAFile } = fleetFile.defaults;
  const credentials = fmtCreds(Credentials, pair);
  writeFileAtomically(joinPath(path, CredentialsFile), credentials);
  credentials.fill(0);
  pair.clear();
  writeFileAtomically(joinPath(path, CAFile), CA);
  const { defaults } = fleetFile;
  const joined = { ...defaults, Allow: before.Allow, TokenGraceHours: before.TokenGraceHours };
  // Last, because its World says that the rest is there.
  fleetFile.change(file, { ...joined, Servers, World, Name: name, Lists });
  return fleetFile.read(file);
}

function assertJoinLine(text: string): JoinLine {
  const line = parseJoinLine(text);
  if (line !== undefined) return line;
  throw new ConfigError(
    'this is no join line; it looks like palatine://10.0.0.5:17993/#… and is given in full, in quotes',
  );
}

function assertReply(answer: unknown): JoinReply {
  if (isReply.Check(answer)) return answer;
  throw new ConfigError('the gateway lets the world join in a way that this version does not know');
}

/** Sends a join request to the gateway with exactly this certificate. Throws a ConfigError. */
async function postJoin({ host, port, fingerprint }: Omit<JoinLine, 'code'>, body: object): Promise<unknown> {
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
    const why = isRefusal.Check(answer) ? answer.Error.Message : `HTTP ${response.status}`;
    throw new ConfigError(`the gateway ${gateway} refuses: ${why}`);
  } catch (cause) {
    if (!(cause instanceof NoResponseError)) throw cause;
    throw new ConfigError(unreachable(gateway, cause), { cause });
  }
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
