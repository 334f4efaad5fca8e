import { join as joinPath } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { type JoinReply, join, pathOf, type RouteBody } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type FleetFile, fleetFile } from '@palatine/data-dir/server-file';
import { type JoinLine, parseJoinLine } from '@palatine/fleet/connection';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { HttpClient, NoResponseError } from '@palatine/platform/http-client';
import { jsonOrUndefined } from '@palatine/platform/json';
import { fits } from '@palatine/platform/schema-problems';

const MAX_MS = 15_000;
const REPLY_BYTES = 64 * 1024;
const RefusalEnvelope = Type.Object({ Error: Type.Object({ Message: Type.String() }) });

/** Joins the fleet of a join line, also again, and writes fleet.json. Throws a ConfigError that never contains the code. */
export async function joinFleet(
  line: string,
  { path, fleetFile: file }: Pick<DataPaths, 'path' | 'fleetFile'>,
  name: string,
): Promise<FleetFile> {
  const parsed = parseJoinLine(line);
  if (parsed === undefined) {
    throw new ConfigError(
      'invalid join line; paste all of it, quoted, such as "palatine://10.0.0.5:17993/#…"',
    );
  }
  const { defaults } = fleetFile;
  const { World: former, Allow, TokenGraceHours } = fleetFile.read(file);
  const pair = createUser();
  const { World, Servers, CA, Lists } = await postJoin(parsed, {
    Code: parsed.code,
    ...(former !== '' && { World: former }),
    Name: name,
    PublicKey: pair.getPublicKey(),
  });
  writeFileAtomically(joinPath(path, defaults.CredentialsFile), pair.getSeed());
  pair.clear();
  writeFileAtomically(joinPath(path, defaults.CAFile), CA);
  // Last, because its World says that the rest is there.
  fleetFile.change(file, { ...defaults, Allow, TokenGraceHours, Servers, World, Name: name, Lists });
  return fleetFile.read(file);
}

/** Sends a join request to the gateway with exactly this certificate. Throws a ConfigError. */
async function postJoin(
  { host, port, fingerprint }: JoinLine,
  body: RouteBody<typeof join>,
): Promise<JoinReply> {
  const gateway = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const http = new HttpClient({ origin: `https://${gateway}`, fingerprint, clock: systemClock });
  try {
    const { status, body: bytes } = await http.send({
      method: 'POST',
      path: pathOf(join),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: MAX_MS,
      maxBodyBytes: REPLY_BYTES,
    });
    const answer = jsonOrUndefined(bytes.toString('utf8'));
    if (fits(join.reply, answer)) return answer;
    const why = fits(RefusalEnvelope, answer) ? answer.Error.Message : `HTTP ${status} with an unknown body`;
    throw new ConfigError(`the gateway ${gateway} refuses: ${why}`);
  } catch (cause) {
    if (!(cause instanceof NoResponseError)) throw cause;
    throw new ConfigError(unreachable(gateway, cause), { cause });
  }
}

function unreachable(gateway: string, { code }: NoResponseError): string {
  if (code === 'OTHER_CERTIFICATE') {
    return `${gateway} is not the gateway of this join line: it serves another certificate, so nothing was sent`;
  }
  return `no gateway answers at ${gateway} (${code}); is it running, and does the firewall let this machine in?`;
}
