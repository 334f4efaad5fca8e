import { cpus, loadavg } from 'node:os';
import { type CpuReading, loadBetween, type MachineLoad } from './machine-load.ts';
import { cpuSecondsWithEnded, machineCpuSeconds } from './process-figures.ts';
import { childPids } from './tidy.ts';

/** Runs something, and tells what the machine did besides meanwhile. */
export async function withMachineLoad<T>(
  run: () => Promise<T>,
): Promise<{ result: T; machineLoad: MachineLoad }> {
  const loadAverage = loadavg()[0] ?? 0; // afterwards it would count what we run
  const before = readCpu();
  const result = await run();
  const after = readCpu();
  if (before === undefined || after === undefined) {
    return { result, machineLoad: { loadAverage, cores: cpus().length } };
  }
  return { result, machineLoad: loadBetween(before, after) };
}

function readCpu(): CpuReading | undefined {
  const machine = machineCpuSeconds();
  if (machine === undefined) return undefined;
  // A child that ends moves its time to this process, which Node does between two turns of the event loop, not here.
  const ownSeconds = [process.pid, ...childPids()].reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0);
  return {
    busySeconds: machine.busy,
    stolenSeconds: machine.stolen,
    totalSeconds: machine.total,
    ownSeconds,
  };
}
