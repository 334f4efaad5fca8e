import Type, { type Static } from 'typebox';
import type { DataPaths } from './data-folder.ts';
import { settingsFile } from './settings-file.ts';

/** fleet.json: the fleet that the world of this data folder belongs to. `palatine … --join` writes it. */
const FleetFile = Type.Object(
  {
    Version: Type.Integer({ minimum: 1, maximum: 1, default: 1, meaning: 'of this file', readOnly: true }),
    Servers: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: 64,
      default: [],
      meaning: 'the addresses of the broker, such as tls://10.0.0.5:4222',
      readOnly: true,
    }),
    World: Type.String({
      pattern: '^([0-9a-f]{32})?$',
      default: '',
      description: '32 hexadecimal digits in lower case, or empty',
      meaning: 'the key of the world in its fleet; empty for a world without one',
      readOnly: true,
    }),
    Name: Type.String({ maxLength: 128, default: '', meaning: 'of the world, as the fleet shows it' }),
    CredentialsFile: Type.String({
      default: 'fleet.creds',
      meaning: 'relative to the data folder',
      readOnly: true,
    }),
    CAFile: Type.String({
      default: 'fleet-ca.pem',
      meaning:
        'who signs the certificates of the broker; relative to the data folder, empty for those that Node trusts',
      readOnly: true,
    }),
    Lists: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 32,
      default: ['main'],
      meaning: 'the shared lists of bans that this world enforces',
    }),
    Allow: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: 256,
      default: ['*'],
      meaning: 'the permissions that tokens of the fleet have here at most',
      readOnly: true,
    }),
    TokenGraceHours: Type.Number({
      minimum: 0,
      maximum: 8760,
      default: 24,
      meaning: 'how long tokens of the fleet count at this world while it is cut off',
    }),
  },
  { nextStart: true },
);
export type FleetFile = Static<typeof FleetFile>;

/** Without a file, and with an empty World, the world belongs to no fleet. */
export const fleetFile = settingsFile('fleet.json', FleetFile);

/** The settings of the fleet that a data folder belongs to; undefined for a world of its own. Throws a ConfigError. */
export function readFleetFile({ fleetFile: file }: Pick<DataPaths, 'fleetFile'>): FleetFile | undefined {
  const settings = fleetFile.read(file);
  return settings.World === '' ? undefined : settings;
}
