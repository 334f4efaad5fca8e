import { ALL_BLOWS_WIPED } from './blows.ts';
import { countOf } from './callers.ts';
import { runChaos } from './chaos.ts';

// node run-chaos.ts [--wiped] [--mutant 'no leave'|'no key'] [--worlds N] [--processes N] [--callers N]
const { parseArgs } = await import('node:util');
const { values } = parseArgs({
  options: {
    wiped: { type: 'boolean' },
    mutant: { type: 'string' },
    worlds: { type: 'string', default: '20' },
    processes: { type: 'string', default: '4' },
    callers: { type: 'string', default: '24' },
  },
});
const started = performance.now();
const { told, errors, fleetErrors, bans } = await runChaos({
  ...(values.wiped && { blows: ALL_BLOWS_WIPED }),
  worlds: Number(values.worlds),
  processes: Number(values.processes),
  callers: Number(values.callers),
  ...(values.mutant === undefined ? {} : { mutant: values.mutant as 'no leave' }),
  say: (line) => process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s  ${line}\n`),
});
told.answerMs.sort((a, b) => a - b);
const at = (share: number) => told.answerMs[Math.floor(told.answerMs.length * share)]?.toFixed(0);
process.stdout.write(
  `${countOf(told.confirmed)} confirmed, ${countOf(told.notApplied)} not applied as told, ${told.undecided.size} undecided; ` +
    `${errors.lost.length} lost, ${errors.doubled.length} doubled, ${errors.late.length} late; ` +
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.99999)} ms\n`,
);
process.stdout.write(
  `${bans} bans on the list; ${fleetErrors.length} errors at gateways and lists\n${fleetErrors.slice(0, 10).join('\n')}\n`,
);
process.stdout.write(
  `${JSON.stringify({ lost: errors.lost.slice(0, 5), doubled: errors.doubled.slice(0, 5), late: errors.late.slice(0, 5) })}\n`,
);
