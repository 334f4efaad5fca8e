import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type ClientOptions, PalatineError, UnansweredError } from '@palatine/client';
import { type RunningServer, readRunningServer } from '@palatine/data-dir/running-server-file';
import { TEMPORARY_TOKEN } from '@palatine/data-dir/token-warnings';
import { newSecret, sha256 } from '@palatine/data-dir/tokens';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { pinnedFetch } from '@palatine/platform/http-client';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { isRunning } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import {
  type CliCall,
  type CliCommand,
  type CommandFolder,
  type CommandShape,
  commandIn,
  type NoFlags,
} from '../command/command.ts';
import type { Flag } from '../command/flags.ts';

/** A younger file may belong to a command in another container, whose process is not visible here. */
const LEFTOVER_MS = 60_000;

export const TOKEN_FILE_FLAG = {
  value: 'FILE',
  description:
    'a file that holds the secret of a token (PALATINE_TOKEN, default: a token for this call only)',
} as const;

interface CallingFlags {
  readonly url: { readonly value: 'URL'; readonly description: string };
  readonly 'token-file': typeof TOKEN_FILE_FLAG;
}

/** Runs the calls of a command, by default with a new token with these permissions. */
export type Ask<C> = <T>(permissions: readonly string[], work: (client: C) => Promise<T>) => Promise<T>;

/** Returns a factory of commands that call the service of a folder or of --url. */
export function callingCommand<Paths, C>(
  folder: CommandFolder<Paths>,
  calling: CallingFlags,
  serviceOf: (data: Paths) => Callable<C>,
) {
  return <const Flags extends Record<string, Flag> = NoFlags>(
    usage: string,
    shape: Omit<CommandShape<Flags, Paths>, 'run'> & {
      run(call: CliCall<Flags & CallingFlags, Paths>, ask: Ask<C>): unknown;
    },
  ): CliCommand =>
    commandIn(folder, usage, {
      ...shape,
      flags: { ...shape.flags, ...calling } as Flags & CallingFlags, // both
      run: (call) =>
        shape.run(call, (permissions, work) =>
          // The command's own flags are not needed here.
          callService(call as CliCall<CallingFlags, Paths>, serviceOf(call.data), permissions, work),
        ),
    });
}

interface TokenCall {
  flags: { 'token-file'?: string };
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  path(typed: string): string;
}

/** The secret from the flag or the environment. Throws a ConfigError. */
function tokenFromCall({ flags, env, path }: TokenCall): string | undefined {
  const file = flags['token-file'];
  if (file === undefined) return env.PALATINE_TOKEN || undefined;
  const secret = readTextFile(path(file), FILE_BYTES.token)?.trim();
  if (secret === undefined) throw new ConfigError(`there is no file ${path(file)}`);
  if (!/^[!-~]+$/.test(secret)) {
    throw new ConfigError(`${path(file)} must hold the secret of a token and nothing else`);
  }
  return secret;
}

export interface Callable<C> {
  noun: 'server' | 'gateway';
  variable: string;
  create: (options: ClientOptions) => C;
  tokens: string;
  /** The service that runs on this machine. Throws a ConfigError when none runs. */
  running: () => RunningServer;
}

/** Calls the service of --url or the local one, by default with a new token. Throws a UsageError or ConfigError. */
export async function callService<C, T>(
  call: TokenCall & { flags: { url?: string } },
  { noun, variable, create, tokens, running }: Callable<C>,
  permissions: readonly string[],
  work: (client: C) => Promise<T>,
): Promise<T> {
  const elsewhere = call.flags.url ?? call.env[variable];
  // Not treated as unset: a call for another service would go to this one.
  if (elsewhere === '') throw new UsageError(`${variable} is empty; it must name a ${noun}, or be unset`);
  const callerToken = tokenFromCall(call);
  if (elsewhere !== undefined) {
    if (callerToken === undefined)
      throw new UsageError(`${elsewhere} needs a token: set PALATINE_TOKEN, or give --token-file`);
    return calling(clientOf(create, { url: elsewhere, token: callerToken }), work);
  }
  const { url, certificate } = running();
  using temporary = callerToken === undefined ? temporaryToken(tokens, permissions, call.signal) : undefined;
  const token = callerToken ?? temporary?.secret ?? '';
  const pinned = certificate === undefined ? {} : { fetch: pinnedFetch(certificate) };
  return await calling(clientOf(create, { url, token, ...pinned }), work);
}

/** The recorded address of the service of a folder. Throws a ConfigError when no service runs. */
export function addressIn(folder: string, noun: Callable<unknown>['noun']): RunningServer {
  const running = readRunningServer(folder);
  if (running !== undefined) return running;
  throw new ConfigError(
    `${folder} is in use, but has no address of its ${noun}; try again if it is just starting, or give --url`,
  );
}

/** A client without a cache. Throws a UsageError for an invalid URL or token. */
function clientOf<C>(create: (options: ClientOptions) => C, options: ClientOptions): C {
  try {
    return create({ ...options, cache: false });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** Works with a client. Throws a ConfigError when the service refuses or does not answer. */
async function calling<C, T>(client: C, work: (client: C) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    const message = messageOf(error);
    throw message === undefined ? error : new ConfigError(message, { cause: error });
  }
}

/** Code and message of a refusal or of a missing answer; undefined for any other error. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof PalatineError) {
    const problems = error.details.Problems ?? [];
    const further = problems.filter(({ Message }) => !error.message.includes(Message));
    const all = further.map(({ Path, Message }) => ` ${Path}: ${Message}`).join(';');
    return `${error.code}: ${error.message}${all}`;
  }
  if (!(error instanceof UnansweredError)) return undefined;
  const unknown = error.idempotencyKey === undefined ? '' : '; the outcome is unknown';
  return `${error.code}: ${error.message}${unknown}`;
}

/**
 * Writes a token file for one command, and removes it when disposed of or when the signal is aborted. Only the command
 * knows the secret, so the file of a killed one is useless; the next command removes it. Throws a ConfigError.
 */
function temporaryToken(
  folder: string,
  permissions: readonly string[],
  signal: AbortSignal,
): Disposable & { secret: string } {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `${folder} cannot be written: run this as the user of the server, or give a token (PALATINE_TOKEN, --token-file)`,
      { cause: error },
    );
  }
  removeLeftovers(folder);
  const secret = newSecret();
  const file = join(folder, `cli-${process.pid}-${randomBytes(12).toString('hex')}.json`);
  const remove = () => {
    signal.removeEventListener('abort', remove);
    rmSync(file, { force: true });
  };
  signal.addEventListener('abort', remove);
  try {
    const Name = `palatine CLI (${userName()})`;
    writeFileAtomically(file, formatJson({ Name, TokenSHA256: sha256(secret), Permissions: permissions }));
  } catch (error) {
    remove();
    throw error;
  }
  return { secret, [Symbol.dispose]: remove };
}

function removeLeftovers(folder: string): void {
  for (const name of namesInFolder(folder)) {
    const pid = TEMPORARY_TOKEN.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_MS) rmSync(file, { force: true });
  }
}

/** The user of the system, who may have no name in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
