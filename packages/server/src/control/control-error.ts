import { ConfigError } from '../data-folder/config-error.ts';

/** The game server could not be stopped or started. The message says what happened and what an operator can do. */
export class ControlError extends ConfigError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlError';
  }
}
