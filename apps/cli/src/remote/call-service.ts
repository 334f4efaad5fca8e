import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type ClientOptions, PalatineError, UnansweredError } from '@palatine/client';
import { type RunningServer, readRunningServer } from '@palatine/data-dir/data-folder';
import { newSecret, TEMPORARY_TOKEN } from '@palatine/data-dir/token-files';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { pinnedFetch } from '@palatine/platform/http-client';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { isRunning } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile, sha256Of } from '@palatine/platform/read-file';
import type { CliCall, CommandFolder } from '../command/command.ts';

/** A younger file may belong to a command in another container, whose process is not visible here. */
const LEFTOVER_MS = 60_000;

/** A service that commands call: that of --url, or the one that runs on a folder of this machine. */
export interface Service<Paths, C> {
  readonly noun: 'server' | 'gateway';
  readonly folder: CommandFolder<Paths>;
  /** The text of --url. */
  readonly urlText: string;
  readonly variable: string;
  create(options: ClientOptions): C;
  isRunning(paths: Paths): boolean;
  /** How to start one, for the message that none is running. */
  readonly remedy: string;
}

export type ServicePaths = Readonly<Record<'path' | 'tokens', string>>;

type ServiceCall<Paths> = Pick<
  CliCall<unknown, Paths>,
  'url' | 'tokenFile' | 'env' | 'signal' | 'path' | 'data'
>;

/** Calls the service of --url or the local one, by default with a new token. Throws a UsageError or ConfigError. */
export async function callService<Paths extends ServicePaths, C, T>(
  call: ServiceCall<Paths>,
  service: Service<Paths, C>,
  permissions: readonly string[],
  work: (client: C) => Promise<T>,
): Promise<T> {
  const { noun, variable, create } = service;
  const elsewhere = call.url ?? call.env[variable];
  // Not treated as unset: a call for another service would go to this one.
  if (elsewhere === '') throw new UsageError(`${variable} is empty; it must name a ${noun}, or be unset`);
  const callerToken = tokenOf(call);
  if (elsewhere !== undefined) {
    if (callerToken === undefined)
      throw new UsageError(`${elsewhere} needs a token: set PALATINE_TOKEN, or give --token-file`);
    return callAt(create, { url: elsewhere, token: callerToken }, work);
  }
  const { url, certificate } = runningService(service, call.data);
  using temporary =
    callerToken === undefined ? temporaryToken(call.data.tokens, permissions, call.signal) : undefined;
  const token = callerToken ?? temporary?.secret ?? '';
  const pinned = certificate === undefined ? {} : { fetch: pinnedFetch(certificate) };
  return await callAt(create, { url, token, ...pinned }, work);
}

/** The secret from the flag or the environment. Throws a ConfigError. */
function tokenOf({ tokenFile, env, path }: ServiceCall<unknown>): string | undefined {
  if (tokenFile === undefined) return env.PALATINE_TOKEN || undefined;
  const file = path(tokenFile);
  const secret = readTextFile(file, FILE_BYTES.token)?.trim();
  if (secret === undefined) throw new ConfigError(`there is no file ${file}`);
  if (/^[!-~]+$/.test(secret)) return secret;
  throw new ConfigError(`${file} must hold the secret of a token and nothing else`);
}

/** The service of a folder. A killed one leaves its address behind, but no lock. Throws a ConfigError when none runs. */
function runningService<Paths extends ServicePaths>(
  { noun, isRunning, remedy }: Service<Paths, unknown>,
  paths: Paths,
): RunningServer {
  if (!isRunning(paths)) throw new ConfigError(`no ${noun} is running on ${paths.path}; ${remedy}`);
  const running = readRunningServer(paths.path);
  if (running !== undefined) return running;
  throw new ConfigError(
    `${paths.path} is in use, but has no address of its ${noun}; try again if it is just starting, or give --url`,
  );
}

/** Throws a UsageError for an invalid URL or token, a ConfigError when the service refuses or does not answer. */
async function callAt<C, T>(
  create: (options: ClientOptions) => C,
  options: ClientOptions,
  work: (client: C) => Promise<T>,
): Promise<T> {
  let client: C;
  try {
    client = create({ ...options, cache: false });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
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
function temporaryToken(folder: string, permissions: readonly string[], signal: AbortSignal) {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const remedy = 'run this as the user of the server, or give a token (PALATINE_TOKEN, --token-file)';
    throw new ConfigError(`${folder} cannot be written: ${remedy}`, { cause: error });
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
    writeFileAtomically(file, formatJson({ Name, TokenSHA256: sha256Of(secret), Permissions: permissions }));
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
