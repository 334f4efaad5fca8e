import { command } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { checkCatalogue, checkDisk, checkFolder, checkNode, checkSettings } from './doctor-folder.ts';
import { checkBackups, checkLock, checkPort, checkTheWorld, checkTokens } from './doctor-service.ts';
import type { Finding } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

export const doctor = command(
  {
    name: 'doctor',
    positionals: [],
    description: 'look whether everything is as it should be, and say what to do where it is not',
    flags: {},
    notes: ['It changes nothing. Exit code 1 when something fails; a warning is none.'],
  },
  async ({ data, terminal }) => {
    const findings = [checkNode(), checkCatalogue(data), ...checkFolder(data)];
    if (findings.every(({ state }) => state !== 'fail')) {
      const running = checkLock(data);
      findings.push(
        running.finding,
        await checkDisk(data),
        ...checkSettings(data),
        checkTokens(data),
        await checkPort(data, running.inUse),
        await checkTheWorld(data),
        checkBackups(data),
      );
    }
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.printJson({ ok: !failed, findings });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
);

function printFinding({ check, state, found, todo }: Finding, { paint, print }: Terminal): void {
  print(`${paint(COLOURS[state], state.padEnd(4))}  ${check}: ${found}`);
  if (todo !== undefined) print(`      → ${todo}`);
}
