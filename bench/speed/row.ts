import { isTooBusy, loadText, type MachineLoad } from '../machine-load.ts';
import { atLeast, atMost, type Goal, rangeText } from '../report.ts';
import type { Spread } from '../statistics.ts';

/** A figure with its goal, and what the machine did besides while it was measured. */
export type Row = {
  what: string;
  measured: Spread;
  unit?: string;
  machineLoad: MachineLoad;
} & ({ atLeast: number } | { atMost: number });

/** Judges a row by its median. It has no figure where the machine was too busy, or the system does not report it. */
export function goalOf(row: Row): Goal {
  const { what, measured, unit, machineLoad } = row;
  const goal =
    'atLeast' in row
      ? atLeast(what, row.atLeast, measured.median, unit)
      : atMost(what, row.atMost, measured.median, unit);
  const load = loadText(machineLoad);
  if (isTooBusy(machineLoad) || !Number.isFinite(measured.median))
    return { ...goal, got: '-', met: null, spread: '-', machineLoad: load };
  return { ...goal, spread: rangeText(measured), machineLoad: load };
}
