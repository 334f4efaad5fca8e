import { settingsFile } from '@palatine/platform/settings-file';
import Type, { type Static } from 'typebox';
import type { DataPaths } from './data-folder.ts';
import { IN_FILE, number, text, texts, whole } from './setting-shapes.ts';

/** fleet.json: the fleet of this data folder's world. `palatine … --join` writes it. */
const FleetFile = Type.Object(
  {
    Version: whole('of this file', 1, [1, 1], IN_FILE),
    Servers: texts(
      'the addresses of the broker, such as tls://10.0.0.5:4222',
      [],
      { maxItems: 64, ...IN_FILE },
      { minLength: 1, maxLength: 512 },
    ),
    World: text('the key of the world in its fleet; empty for a world without one', '', {
      pattern: '^([0-9a-f]{32})?$',
      description: '32 hexadecimal digits in lower case, or empty',
      ...IN_FILE,
    }),
    Name: text('of the world, as the fleet shows it', '', { maxLength: 128 }),
    CredentialsFile: text('relative to the data folder', 'fleet.creds', IN_FILE),
    CAFile: text(
      'who signs the certificates of the broker; relative to the data folder, empty for those that Node trusts',
      'fleet-ca.pem',
      IN_FILE,
    ),
    Lists: texts(
      'the shared lists of bans that this world enforces',
      ['main'],
      { maxItems: 32 },
      { minLength: 1, maxLength: 128 },
    ),
    Allow: texts(
      'the permissions that tokens of the fleet have here at most',
      ['*'],
      { maxItems: 256, ...IN_FILE },
      { minLength: 1, maxLength: 512 },
    ),
    TokenGraceHours: number(
      'how long tokens of the fleet count at this world while it is cut off',
      24,
      [0, 8760],
    ),
  },
  { nextStart: true },
);
export type FleetFile = Static<typeof FleetFile>;

/** Without a file, or with an empty World, the world belongs to no fleet. */
export const fleetFile = settingsFile('fleet.json', FleetFile);

/** Fleet settings of a data folder; undefined for a standalone world. Throws a ConfigError. */
export function readFleetFile({ fleetFile: file }: Pick<DataPaths, 'fleetFile'>): FleetFile | undefined {
  const settings = fleetFile.read(file);
  return settings.World === '' ? undefined : settings;
}
