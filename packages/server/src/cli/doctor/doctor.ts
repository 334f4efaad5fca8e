import type { DataPaths } from '../../data-folder/data-folder.ts';
import { command } from '../command.ts';
import { paint, type Terminal } from '../terminal.ts';
import { checkBackups } from './check-backups.ts';
import { checkBanlist } from './check-banlist.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDisk } from './check-disk.ts';
import { checkLock } from './check-lock.ts';
import { checkNode } from './check-node.ts';
import { checkPals } from './check-pals.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkPort } from './check-port.ts';
import { checkConfig, checkRestConfig } from './check-settings.ts';
import { checkTokens } from './check-tokens.ts';
import { checkWorldFile } from './check-world.ts';
import type { Finding } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

const CHECKS: Record<string, (data: DataPaths, inUse: boolean) => Finding | Promise<Finding>> = {
  disk: checkDisk,
  permissions: checkPermissions,
  'Config.json': checkConfig,
  'RESTAPI/RESTConfig.json': checkRestConfig,
  'Banlist.json': checkBanlist,
  Pals: checkPals,
  tokens: checkTokens,
  port: checkPort,
  world: checkWorldFile,
  backups: checkBackups,
};

export const doctor = command(
  {
    name: 'doctor',
    positionals: [],
    description: 'check the installation and the data folder, and say what to do where something is wrong',
    flags: {},
    notes: ['It changes nothing. Exit code 1 when a check fails; a warning does not count as failed.'],
  },
  async ({ data, terminal }) => {
    const findings = [checkNode(), checkCatalogue(data), checkDataFolder(data)];
    if (findings.every(({ state }) => state !== 'fail')) {
      const running = checkLock(data);
      findings.push(running.finding);
      for (const [name, look] of Object.entries(CHECKS)) {
        findings.push(await guarded(name, () => look(data, running.inUse)));
      }
    }
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.printJson({ ok: !failed, findings });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
);

/** A check that cannot be made is a finding as well: the others still count. */
async function guarded(check: string, look: () => Finding | Promise<Finding>): Promise<Finding> {
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
