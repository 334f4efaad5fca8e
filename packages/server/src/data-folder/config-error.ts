/** An error that the operator has to mend. It is shown as one line, without a stack trace. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
  }
}

/** An error of another thread. On its way it loses its class, by which one for the operator is known. */
export function errorOfThread(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === 'ConfigError' ? new ConfigError(error.message, { cause: error }) : error;
}

/** A command line that cannot be understood. */
export class UsageError extends ConfigError {}
