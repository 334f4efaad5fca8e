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
