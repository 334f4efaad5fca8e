import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoSizes, parseDemoSizes } from '@palisade/world';
import type { SimulateChoice } from './game/protocol.ts';
import { OperatorFault } from './operator/operator-fault.ts';

export const HELP = `Palisade, an administration server for Palworld worlds

  npm start                          serve the world of ./data; the first time, make a demo world
  npm start -- --import DIR          fill the data folder from a Palworld save folder (the one with Level.sav)

  --data DIR        the data folder           (PALISADE_DATA, default ./data)
  --port N          the port, 0 for any free  (PALISADE_PORT, default: RESTAPI/RESTConfig.json, else 17993)
  --replace         let --import or --demo replace the world that is there; the old one is kept aside
  --demo SIZES      make a demo world: players=32,palsPerPlayer=12,guilds=6,camps=8 (each may be left out)
  --seed N          the seed of a new demo world (default 1)
  --simulate        players come, go and move on their own (default for a demo world)
  --no-simulate     nobody moves
  --faults          open POST /v1/palisade/simulation, which makes faults on demand, for tests of clients
  --help, --version
`;

export interface Arguments {
  help: boolean;
  version: boolean;
  data: string;
  port: number | undefined;
  importFrom: string | undefined;
  demo: DemoSizes | undefined;
  replace: boolean;
  seed: number;
  simulate: SimulateChoice;
  faults: boolean;
}

/** Reads the command line and the environment; throws an OperatorFault that says what is wrong. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const { values } = parse(args);
  if (values.import !== undefined && values.demo !== undefined) {
    throw new OperatorFault('--import and --demo exclude each other');
  }
  if (values.replace && values.import === undefined && values.demo === undefined) {
    throw new OperatorFault('--replace goes with --import or --demo');
  }
  // npm runs scripts in the project's folder; a path is meant from where it was typed.
  const from = env.INIT_CWD ?? process.cwd();
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    data: resolve(
      values.data === undefined && env.PALISADE_DATA === undefined ? process.cwd() : from,
      values.data ?? env.PALISADE_DATA ?? 'data',
    ),
    port: readNumber('--port', values.port ?? env.PALISADE_PORT, 65535),
    importFrom: values.import === undefined ? undefined : resolve(from, values.import),
    demo: values.demo === undefined ? undefined : readSizes(values.demo),
    replace: values.replace ?? false,
    seed: readNumber('--seed', values.seed, 2 ** 32 - 1) ?? 1,
    faults: values.faults ?? false,
    simulate: values.simulate === undefined ? 'Demo' : values.simulate ? 'Always' : 'Never',
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
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
    throw new OperatorFault(`${(error as Error).message.split('\n', 1)[0]} (see --help)`, { cause: error });
  }
}

function readNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new OperatorFault(`${name} must be a whole number from 0 to ${max}, not "${text}"`);
  }
  return number;
}

function readSizes(text: string): DemoSizes {
  try {
    return parseDemoSizes(text);
  } catch (error) {
    throw new OperatorFault(`--demo: ${(error as Error).message}`, { cause: error });
  }
}
