/** An error that the operator has to mend. It is shown as one line, without a stack trace. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
  }
}

/** A command line that cannot be understood. */
export class UsageError extends ConfigError {}
