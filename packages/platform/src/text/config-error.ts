/** An error for the operator to fix. Printed as one line, without a stack trace. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The line for an error that an operator can fix, ours or the system's; undefined for any other. */
export function operatorMessage(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return /^E[A-Z]+$/.test(String(error.code)) ? error.message : undefined;
}

/** Restores the class of an error from another thread, by which a ConfigError is recognized. */
export function errorOfThread(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === 'ConfigError' ? new ConfigError(error.message, { cause: error }) : error;
}

export class UsageError extends ConfigError {}

/** Reads what may be missing, hidden or damaged. */
export function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** The result of work, or that of `instead` for an error of one class; any other is thrown. */
export function recover<T, E extends Error>(
  work: () => T,
  Kind: abstract new (...args: never[]) => E,
  instead: (error: E) => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Kind) return instead(error);
    throw error;
  }
}
