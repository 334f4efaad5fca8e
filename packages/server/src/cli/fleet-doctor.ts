import { fleetCommand, withGateway } from './fleet-command.ts';
import { printFinding } from './terminal.ts';

const STATES = { Ok: 'ok', Warn: 'warn', Fail: 'fail' } as const;

export const fleetDoctor = fleetCommand(
  {
    name: 'fleet doctor',
    description: 'check broker, streams, lists and worlds as a gateway sees them, and say what to do',
    notes: ['It changes nothing. Exit code 1 when a check fails; a warning does not count as failed.'],
  },
  async (call) => {
    const { terminal } = call;
    const { Findings, CheckedAt } = await withGateway(call, ['Palatine.Fleet.Doctor.Read'], (fleet) =>
      fleet.getFleetFindings(),
    );
    const failed = Findings.some(({ Level }) => Level === 'Fail');
    terminal.printJson({ ok: !failed, CheckedAt, Findings });
    for (const { Check, Level, What, Do } of Findings)
      printFinding(
        { check: Check, state: STATES[Level], found: What, ...(Do !== undefined && { todo: Do }) },
        terminal,
      );
    return failed ? 1 : 0;
  },
);
