/** Something an operator has to mend: named in one clear line, without a stack trace. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorFault';
  }
}

/** A command line that makes no sense as typed. */
export class UsageError extends ConfigError {}
