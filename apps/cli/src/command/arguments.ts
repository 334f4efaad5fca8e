import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { SimulateChoice } from '@palatine/engine/calls';
import { UsageError } from '@palatine/platform/config-error';
import { type DemoSizes, parseDemoSizes } from '@palatine/world/demo-sizes';
import { flagLines, flagsOf, forgottenDashes, parseFlags } from './flags.ts';

export const DEMO_FLAGS = {
  'demo SIZES':
    'create a demo world: players=32,palsPerPlayer=24,online=10,guilds=6,camps=8; the others are derived from players',
  'seed N': 'the seed of a demo world (default 1); the same seed creates the same world',
} as const;

/** For --attach and for `palatine attach`. */
export const REST_FLAGS = {
  'rest URL': "the game server's REST interface (default: as its settings say, else http://127.0.0.1:8212)",
  'password-file FILE': 'a file with the AdminPassword of the game server (or set PALATINE_SERVER_PASSWORD)',
} as const;

/** The flags of `npm start` and of `palatine serve`. */
export const SERVICE_FLAGS = {
  'data DIR': 'the data folder (PALATINE_DATA, default ./data)',
  'port N': 'the port, 0 for any free one (PALATINE_PORT, default: RESTAPI/RESTConfig.json, else 17993)',
  'address HOST': 'where to listen (PALATINE_ADDRESS, default: RESTAPI/RESTConfig.json, else 127.0.0.1)',
  'import DIR': 'import a Palworld save folder (the one with Level.sav) before serving',
  'attach DIR': 'connect to a running game server with this world folder (docs/running-server.md)',
  ...REST_FLAGS,
  'join LINE': 'join a fleet before serving, with a line from its gateway (docs/fleet.md)',
  'world-name NAME': 'with --join: the name of this world in its fleet (default: the name of this machine)',
  ...DEMO_FLAGS,
  replace: 'let --import, --attach or --demo replace the present world, which is kept under another name',
  simulate: 'simulate players who come, go and move (default for a demo world)',
  'no-simulate': 'disable the simulation',
  faults: 'open POST /v1/palatine/simulation, which injects faults, for tests of clients',
  'help -h': 'print this',
  'version -v': 'print the version',
} as const;

export const HELP = `Palatine, an administration server for Palworld worlds

  npm start                          serve the world of ./data; the first time, create a demo world
  npm start -- --import DIR          fill the data folder from a Palworld save folder (the one with Level.sav)
  npm start -- --attach DIR          connect to a running game server with this world folder
  npm start -- --join LINE           join a fleet of many worlds with a line from its gateway
  npx palatine                       the other commands: tokens, bans, backups, doctor

${flagLines(flagsOf(SERVICE_FLAGS)).join('\n')}
`;

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
  const intended = forgottenDashes(flagsOf(SERVICE_FLAGS), args, env);
  if (intended !== undefined) {
    throw new UsageError(`npm consumed the flags; put them after "--": ${intended}`);
  }
  const { flags, positionals } = parseFlags(SERVICE_FLAGS, args);
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
