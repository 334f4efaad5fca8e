/** .NET ticks (100 ns since year 1) of 1970-01-01. */
const UNIX_EPOCH_TICKS = 621_355_968_000_000_000n;

const TICKS_PER_MS = 10_000n;

/** Converts a DateTime in .NET ticks to ms since 1970; null for 0, which means "never". */
export function ticksToMs(ticks: bigint): number | null {
  return ticks === 0n ? null : Number((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS);
}

/** Converts whole ms since 1970 to a DateTime in .NET ticks. */
export function msToTicks(ms: number): bigint {
  return BigInt(ms) * TICKS_PER_MS + UNIX_EPOCH_TICKS;
}
