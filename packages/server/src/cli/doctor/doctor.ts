import type { DataPaths } from '../../data-folder/data-folder.ts';
import { readNumber } from '../../service/arguments.ts';
import { command } from '../command.ts';
import { paint, type Terminal } from '../terminal.ts';
import { checkBackups } from './check-backups.ts';
import { checkBanlist } from './check-banlist.ts';
import { checkBase } from './check-base.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDisk } from './check-disk.ts';
import { checkLock } from './check-lock.ts';
import { checkNode } from './check-node.ts';
import { checkPals } from './check-pals.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkPort, type ListeningFlags } from './check-port.ts';
import {
  checkControl,
  checkDeliveries,
  checkRestAccess,
  checkSaveFolder,
  checkServerFile,
} from './check-server.ts';
import { checkConfig, checkRestConfig } from './check-settings.ts';
import { checkTokens } from './check-tokens.ts';
import { checkWorldFile } from './check-world.ts';
import type { Finding } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

type Check = (
  data: DataPaths,
  inUse: boolean,
  flags: ListeningFlags,
) => Finding | undefined | Promise<Finding | undefined>;

const CHECKS: Record<string, Check> = {
  disk: checkDisk,
  permissions: checkPermissions,
  'Config.json': checkConfig,
  'RESTAPI/RESTConfig.json': checkRestConfig,
  'Banlist.json': checkBanlist,
  Pals: checkPals,
  tokens: checkTokens,
  port: checkPort,
  world: checkWorldFile,
  base: checkBase,
  backups: checkBackups,
  'Server.json': checkServerFile,
  'save folder': checkSaveFolder,
  'REST interface': checkRestAccess,
  control: checkControl,
  deliveries: checkDeliveries,
};

export const doctor = command(
  {
    name: 'doctor',
    positionals: [],
    description: 'check the installation and the data folder, and say what to do where something is wrong',
    flags: {
      port: {
        value: 'N',
        description:
          'the port that the server takes, when not that of RESTAPI/RESTConfig.json (PALATINE_PORT)',
      },
      address: { value: 'HOST', description: 'likewise the address (PALATINE_ADDRESS)' },
    },
    notes: ['It changes nothing. Exit code 1 when a check fails; a warning does not count as failed.'],
  },
  async ({ flags, data, terminal }) => {
    const listening: ListeningFlags = {
      port: readNumber('--port', flags.port ?? process.env.PALATINE_PORT, 65535),
      address: (flags.address ?? process.env.PALATINE_ADDRESS) || undefined, // an empty variable counts as unset
    };
    const folder = checkDataFolder(data);
    const catalogue = checkCatalogue(folder.state === 'fail' ? undefined : data);
    const findings = [checkNode(), catalogue, folder];
    if (findings.every(({ state }) => state !== 'fail')) {
      const running = checkLock(data);
      findings.push(running.finding);
      for (const [name, look] of Object.entries(CHECKS)) {
        const finding = await guarded(name, () => look(data, running.inUse, listening));
        if (finding !== undefined) findings.push(finding);
      }
    }
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.printJson({ ok: !failed, findings });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
);

/** A check that cannot be made is a finding as well: the others still count. */
async function guarded(check: string, look: () => ReturnType<Check>): Promise<Finding | undefined> {
  try {
    return await look();
  } catch (error) {
    const todo = 'let this user read the data folder, and look at what lies in it';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

function printFinding({ check, state, found, todo }: Finding, { print }: Terminal): void {
  print([paint(COLOURS[state], state.padEnd(4)), `  ${check}: ${found}`]);
  if (todo !== undefined) print(`      → ${todo}`);
}
