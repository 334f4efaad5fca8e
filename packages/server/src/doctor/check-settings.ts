import { existsSync } from 'node:fs';
import type { Rules, World } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { configFile } from '../data-folder/config.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { assertBannedTechnologies } from '../data-folder/restriction-faults.ts';
import { readTls } from '../data-folder/tls.ts';
import { readWorldSnapshot } from '../maintenance/world-snapshot.ts';
import type { Finding } from './finding.ts';

type SettingsFile = Pick<typeof configFile, 'name' | 'warnings' | 'ignored'>;

const TODO_RUNNING = 'a running server keeps the last good settings, and does not start again with these';

export async function checkConfig(data: DataPaths): Promise<Finding> {
  const { config } = data;
  const finding = checkSettingsFile(configFile, config, () => void configFile.read(config));
  const { settings } = configFile.readOver(config);
  const unknown = settings && (await unknownTechnologies(data, settings));
  if (!unknown) return finding;
  const found = finding.state === 'ok' ? unknown : `${unknown}; ${finding.found}`;
  return { ...finding, state: 'warn', found, todo: `correct ${config}` };
}

/** The banned technologies that nothing has; those of the world are looked for only when the catalogue lacks some. */
async function unknownTechnologies(data: DataPaths, rules: Rules): Promise<string | undefined> {
  const catalogue = openCatalogue(data);
  const why = (world?: World) => {
    try {
      return void assertBannedTechnologies({ catalogue, rules, world });
    } catch (error) {
      return reasonOf(error, configFile.name);
    }
  };
  const unlisted = why();
  return unlisted === undefined || !holdsWorld(data) ? unlisted : why((await readWorldSnapshot(data)).world);
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
    const ignored = settings.ignored(file);
    const besides = ignored.length > 0 ? [`no effect here: ${ignored.join(', ')}`] : [];
    if (warnings.length > 0) {
      return { check, state: 'warn', found: [...warnings, ...besides].join('; '), todo: `correct ${file}` };
    }
    const found = existsSync(file) ? 'valid' : 'missing, so every setting has its default';
    return { check, state: 'ok', found: [found, ...besides].join('; ') };
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
