import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoSizes, parseDemoSizes } from '@palatine/world';
import { UsageError } from '../data-folder/config-error.ts';
import type { SimulateChoice } from '../game/protocol.ts';

/** The flags of `npm start` and of `palatine serve`. */
export const FLAGS = `  --data DIR        the data folder           (PALATINE_DATA, default ./data)
  --port N          the port, 0 for any free  (PALATINE_PORT, default: RESTAPI/RESTConfig.json, else 17993)
  --address HOST    where to listen           (PALATINE_ADDRESS, default: RESTAPI/RESTConfig.json, else 127.0.0.1)
  --replace         let --import or --demo replace the present world, which is kept under another name
  --demo SIZES      make a demo world: players=32,palsPerPlayer=12,guilds=6,camps=8 (each may be left out)
  --seed N          the seed of a new demo world (default 1)
  --simulate        players come, go and move on their own (default for a demo world)
  --no-simulate     nobody moves
  --faults          open POST /v1/palatine/simulation, which injects faults, for tests of clients
  --help, --version
`;

export const HELP = `Palatine, an administration server for Palworld worlds

  npm start                          serve the world of ./data; the first time, make a demo world
  npm start -- --import DIR          fill the data folder from a Palworld save folder (the one with Level.sav)
  npx palatine                       the other commands: tokens, bans, backups, doctor

${FLAGS}`;

export interface Arguments {
  help: boolean;
  version: boolean;
  data: string;
  port: number | undefined;
  address: string | undefined;
  importFrom: string | undefined;
  demo: DemoSizes | undefined;
  replace: boolean;
  seed: number;
  simulate: SimulateChoice;
  faults: boolean;
}

/** Reads the command line and the environment. Throws a UsageError. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const { values } = parse(args);
  if (values.import !== undefined && values.demo !== undefined) {
    throw new UsageError('--import and --demo exclude each other');
  }
  if (values.replace && values.import === undefined && values.demo === undefined) {
    throw new UsageError('--replace goes with --import or --demo');
  }
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    data: resolveDataFolder(values.data, env),
    port: readNumber('--port', values.port ?? env.PALATINE_PORT, 65535),
    address: (values.address ?? env.PALATINE_ADDRESS) || undefined, // an empty variable counts as unset
    importFrom: values.import === undefined ? undefined : fromWhereTyped(values.import, env),
    demo: values.demo === undefined ? undefined : readSizes(values.demo),
    replace: values.replace ?? false,
    seed: readNumber('--seed', values.seed, 2 ** 32 - 1) ?? 1,
    faults: values.faults ?? false,
    simulate: values.simulate === undefined ? 'Demo' : values.simulate ? 'Always' : 'Never',
  };
}

/** npm runs scripts in the project's folder, but a path is relative to where it was typed. */
export function fromWhereTyped(path: string, env: NodeJS.ProcessEnv): string {
  return resolve(env.INIT_CWD ?? process.cwd(), path);
}

export function resolveDataFolder(path: string | undefined, env: NodeJS.ProcessEnv): string {
  const named = path ?? env.PALATINE_DATA;
  return named === undefined ? resolve('data') : fromWhereTyped(named, env);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        address: { type: 'string' },
        import: { type: 'string' },
        demo: { type: 'string' },
        replace: { type: 'boolean' },
        seed: { type: 'string' },
        simulate: { type: 'boolean' },
        faults: { type: 'boolean' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('\n', 1)[0]} (see --help)`, { cause: error });
  }
}

export function readNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new UsageError(`${name} must be a whole number from 0 to ${max}, not "${text}"`);
  }
  return number;
}

export function readSizes(text: string, flag = '--demo'): DemoSizes {
  try {
    return parseDemoSizes(text);
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`, { cause: error });
  }
}
