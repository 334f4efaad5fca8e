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
import { checkPort } from './check-port.ts';
import { checkConfig, checkRestConfig } from './check-settings.ts';
import { checkTokens } from './check-tokens.ts';
import { checkWorldFile } from './check-world.ts';
import type { Finding } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

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
      findings.push(
        running.finding,
        await checkDisk(data),
        checkConfig(data),
        checkRestConfig(data),
        checkBanlist(data),
        checkPals(data),
        checkTokens(data),
        await checkPort(data, running.inUse),
        await checkWorldFile(data),
        checkBackups(data),
      );
    }
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.printJson({ ok: !failed, findings });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
);

function printFinding({ check, state, found, todo }: Finding, { print }: Terminal): void {
  print([paint(COLOURS[state], state.padEnd(4)), `  ${check}: ${found}`]);
  if (todo !== undefined) print(`      → ${todo}`);
}
