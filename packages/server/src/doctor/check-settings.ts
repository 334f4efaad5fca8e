import { existsSync } from 'node:fs';
import { configFile } from '../data-folder/config.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { readTls } from '../data-folder/tls.ts';
import type { Finding } from './finding.ts';

type SettingsFile = Pick<typeof configFile, 'name' | 'warnings'>;

const TODO_RUNNING = 'a running server keeps the last good settings, and does not start again with these';

export function checkConfig({ config }: DataPaths): Finding {
  return checkSettingsFile(configFile, config, () => void configFile.read(config));
}

/** RESTConfig.json, and the certificate and key that it names. */
export function checkRestConfig({ restConfig, path }: DataPaths): Finding {
  let enabled = true;
  const finding = checkSettingsFile(restConfigFile, restConfig, () => {
    const { Enabled, TLS } = restConfigFile.read(restConfig);
    enabled = Enabled;
    readTls(TLS, path);
  });
  if (enabled) return finding;
  const { check } = finding;
  return { check, state: 'warn', found: 'Enabled is false', todo: 'set it to true to serve anything' };
}

/** Whether a file of settings can be read, and has no misspelt keys. */
export function checkSettingsFile(settings: SettingsFile, file: string, read: () => void): Finding {
  const check = settings.name;
  try {
    read();
    const warnings = settings.warnings(file).map((text) => text.slice(check.length + 2));
    if (warnings.length > 0) {
      return { check, state: 'warn', found: warnings.join('; '), todo: `correct the spelling in ${file}` };
    }
    return {
      check,
      state: 'ok',
      found: existsSync(file) ? 'valid' : 'missing, so every setting has its default',
    };
  } catch (error) {
    const todo = `mend ${file}, or move it away to get the defaults; ${TODO_RUNNING}`;
    return { check, state: 'fail', found: reasonOf(error, check), todo };
  }
}

/** The message without the name of the file, which the finding begins with. */
export function reasonOf(error: unknown, file: string): string {
  if (!(error instanceof ConfigError)) throw error;
  return error.message.startsWith(`${file}: `) ? error.message.slice(file.length + 2) : error.message;
}
