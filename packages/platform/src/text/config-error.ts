/** An error that the operator has to mend. It is shown as one line, without a stack trace. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The one line for an error that an operator can mend: ours, or one of the system; undefined for any other. */
export function operatorMessage(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return /^E[A-Z]+$/.test(String(error.code)) ? error.message : undefined;
}

/** An error of another thread. On its way it loses its class, by which one for the operator is known. */
export function errorOfThread(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === 'ConfigError' ? new ConfigError(error.message, { cause: error }) : error;
}

export class UsageError extends ConfigError {}
