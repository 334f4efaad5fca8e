import type { AnswerForm } from '@palatine/contract';
import type { Config } from '../data-folder/config.ts';
import { UsageError } from '../data-folder/config-error.ts';

/** Settings that decide what a client can read. */
export interface ClientSettings {
  /** Clients of PalDefender 1.8 and newer read the wrapped form. */
  AnswerForm: AnswerForm;
  /** Panels that show offline players need them to be found. */
  playerResolution: Config['playerResolution'];
}

/** What the known clients of the interface expect. */
const CLIENTS: Readonly<Record<string, ClientSettings>> = {
  'palserver-gui': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  'palworld-panel': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  PalLink: { AnswerForm: 'Wrapped', playerResolution: 'Online' },
  other: { AnswerForm: 'Flat', playerResolution: 'Online' },
};

/** The names `init --for` takes. */
export const CLIENT_NAMES: readonly string[] = Object.keys(CLIENTS);

/** The settings for a client, whose name matches in any case. Throws a UsageError that lists the known names. */
export function settingsFor(typed: string): ClientSettings & { client: string } {
  for (const [client, settings] of Object.entries(CLIENTS)) {
    if (client.toLowerCase() === typed.toLowerCase()) return { client, ...settings };
  }
  throw new UsageError(`--for must be one of ${CLIENT_NAMES.join(', ')}, not "${typed}"`);
}
