import type { Rules } from '@palatine/world';
import type { Logger } from 'pino';
import { configFile, rulesOf } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { DataFolder } from './data-folder.ts';
import { type RestConfig, restConfigFile } from './rest-config.ts';
import type { Tokens } from './tokens.ts';

/** What is in force of the settings files. */
export interface Settings {
  rules: Rules;
  rest: RestConfig;
}

/**
 * Reads the settings files and the tokens again. A file that is wrong is reported by name, place and reason,
 * and its last good state stays in force.
 */
export async function reloadSettings(
  data: DataFolder,
  last: Settings,
  tokens: Tokens,
  log: Logger,
): Promise<Settings> {
  await tokens.refresh();
  return {
    rules: orLast(() => rulesOf(configFile.read(data.config)), last.rules, log),
    rest: orLast(() => restConfigFile.read(data.restConfig), last.rest, log),
  };
}

function orLast<T>(read: () => T, last: T, log: Logger): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.warn({ fault: error.message }, 'a settings file is wrong; its last good state stays in force');
    return last;
  }
}
