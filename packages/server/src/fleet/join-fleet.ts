import { join as joinPath } from 'node:path';
import { fmtCreds } from '@nats-io/jwt';
import { createUser } from '@nats-io/nkeys';
import { type JoinReply, join } from '@palatine/contract';
import { type JoinLine, parseJoinLine } from '@palatine/fleet';
import { Compile } from 'typebox/compile';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { type FleetFile, fleetFile } from '../data-folder/fleet-file.ts';
import { postJoin } from './post-join.ts';

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
  const { World, Servers, CA, Credentials, Lists, Tags } = assertReply(answer);
  const { CredentialsFile, CAFile } = fleetFile.defaults;
  const credentials = fmtCreds(Credentials, pair);
  writeFileAtomically(joinPath(path, CredentialsFile), credentials);
  credentials.fill(0);
  pair.clear();
  writeFileAtomically(joinPath(path, CAFile), CA);
  const { defaults } = fleetFile;
  const joined = { ...defaults, Allow: before.Allow, TokenGraceHours: before.TokenGraceHours };
  // Last, because its World says that the rest is there.
  fleetFile.change(file, { ...joined, Servers, World, Name: name, Tags, Lists });
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
