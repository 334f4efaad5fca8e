import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { SimulateChoice } from '@palatine/engine/calls';
import { UsageError } from '@palatine/platform/config-error';
import { type DemoSizes, parseDemoSizes } from '@palatine/world/demo-sizes';
import * as words from '../texts/commands.ts';
import { flagLines, flagsOf, forgottenDashes, parseFlags } from './flags.ts';

export const HELP = `${words.START_HELP}\n${flagLines(flagsOf(words.SERVICE_FLAGS)).join('\n')}\n`;

export type Arguments = ReturnType<typeof readArguments>;

/** The environment of a command line. */
export interface Shell {
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** Reads the command line and the environment. Throws a UsageError. */
export function readArguments(args: readonly string[], shell: Shell) {
  const { env } = shell;
  const flags = parse(args, env);
  if (flags.import !== undefined && flags.demo !== undefined) {
    throw new UsageError('--import and --demo exclude each other');
  }
  if (flags.simulate && flags['no-simulate']) {
    throw new UsageError('--simulate and --no-simulate exclude each other');
  }
  const makesWorld = [flags.import, flags.attach, flags.demo].some((flag) => flag !== undefined);
  if (flags.replace && !makesWorld) throw new UsageError('--replace needs --import, --attach or --demo');
  assertAttachAlone(flags);
  const simulate: SimulateChoice = flags.simulate ? 'Always' : flags['no-simulate'] ? 'Never' : 'Demo';
  return {
    help: flags.help ?? false,
    version: flags.version ?? false,
    data: resolveDataFolder(flags.data, shell),
    port: readPort(flags.port, env),
    address: (flags.address ?? env.PALATINE_ADDRESS) || undefined, // an empty variable is treated as unset
    importFrom: resolveTyped(flags.import, shell),
    attach: readAttach(flags, shell),
    join: readJoin(flags),
    demo: flags.demo === undefined ? undefined : readSizes(flags.demo),
    replace: flags.replace ?? false,
    seed: readNumber('--seed', flags.seed, 2 ** 32 - 1) ?? 1,
    faults: flags.faults ?? false,
    simulate,
  };
}

type ServiceFlags = ReturnType<typeof parse>;

/** Throws a UsageError for flags that --attach excludes or that need it. */
function assertAttachAlone(flags: ServiceFlags): void {
  if (flags.attach === undefined) {
    const alone = (['rest', 'password-file'] as const).find((flag) => flags[flag] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} needs --attach`);
    return;
  }
  const excluded = (['import', 'demo', 'seed', 'faults', 'simulate'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  if (excluded !== undefined) {
    throw new UsageError(`--attach and --${excluded} exclude each other: the game server owns the world`);
  }
}

/** Throws a UsageError for two sources of a password: the wrong one might win. */
export function assertOnePassword(passwordFile: string | undefined, env: NodeJS.ProcessEnv): void {
  if (passwordFile === undefined || (env.PALATINE_SERVER_PASSWORD ?? '') === '') return;
  const fault = 'PALATINE_SERVER_PASSWORD is set, and wins over --password-file';
  throw new UsageError(`${fault}: unset it, or leave the flag out`);
}

function readAttach(flags: ServiceFlags, shell: Shell) {
  const { attach, rest, 'password-file': passwordFile } = flags;
  if (attach === undefined) return undefined;
  assertOnePassword(passwordFile, shell.env);
  return {
    save: resolveTyped(attach, shell),
    restUrl: rest,
    passwordFile: resolveTyped(passwordFile, shell),
  };
}

/** The fleet to join by a line, which is a secret, and the name to take in it. */
function readJoin({ join: line, 'world-name': name }: ServiceFlags) {
  if (line !== undefined) return { line, name: name ?? hostname() };
  if (name !== undefined) throw new UsageError('--world-name needs --join');
  return undefined;
}

/** Resolves a path, if there is one, against the folder where it was typed: npm runs scripts in the project's folder. */
export function resolveTyped<Path extends string | undefined>(path: Path, { env, cwd }: Shell): Path {
  return (path === undefined ? path : resolve(env.INIT_CWD ?? cwd, path)) as Path;
}

/** Throws a UsageError for an empty PALATINE_DATA: it would mean the current folder, not the default. */
export function resolveDataFolder(path: string | undefined, shell: Shell): string {
  const folder = path ?? shell.env.PALATINE_DATA;
  if (folder === '')
    throw new UsageError('PALATINE_DATA is empty; it must name the data folder, or be unset');
  return folder === undefined ? resolve(shell.cwd, 'data') : resolveTyped(folder, shell);
}

/** From the flag, else from the variable; an empty variable is treated as unset. Throws a UsageError. */
export function readPort(flag: string | undefined, env: NodeJS.ProcessEnv): number | undefined {
  return readNumber('--port', flag, 65535) ?? readNumber('PALATINE_PORT', env.PALATINE_PORT, 65535);
}

function parse(args: readonly string[], env: NodeJS.ProcessEnv) {
  const intended = forgottenDashes(flagsOf(words.SERVICE_FLAGS), args, env);
  if (intended !== undefined) {
    throw new UsageError(`npm consumed the flags; put them after "--": ${intended}`);
  }
  const { flags, positionals } = parseFlags(words.SERVICE_FLAGS, args);
  if (positionals.length > 0) throw new UsageError(`there is no argument "${positionals[0]}" (see --help)`);
  return flags;
}

export function readNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new UsageError(`${name} must be a whole number from 0 to ${max}, not "${text}"`);
  }
  return number;
}

export function readSizes(text: string): DemoSizes {
  try {
    return parseDemoSizes(text);
  } catch (error) {
    throw new UsageError(`--demo: ${(error as Error).message}`, { cause: error });
  }
}
