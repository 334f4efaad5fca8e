import { command } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { checkCatalogue, checkDisk, checkFolder, checkNode, checkSettings } from './doctor-folder.ts';
import { checkBackups, checkLock, checkPort, checkTheWorld, checkTokens } from './doctor-service.ts';
import type { Finding } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

export const doctor = command(
  {
    name: 'doctor',
    words: [],
    about: 'look whether everything is as it should be, and say what to do where it is not',
    flags: {},
    notes: ['It changes nothing. Exit code 1 when something fails; a warning is none.'],
  },
  async ({ data, terminal }) => {
    const findings = [checkNode(), checkCatalogue(), ...checkFolder(data)];
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
    terminal.answer({ ok: !failed, findings });
    for (const finding of findings) tell(finding, terminal);
    return failed ? 1 : 0;
  },
);

function tell({ check, state, found, todo }: Finding, { paint, say }: Terminal): void {
  say(`${paint(COLOURS[state], state.padEnd(4))}  ${check}: ${found}`);
  if (todo !== undefined) say(`      → ${todo}`);
}
