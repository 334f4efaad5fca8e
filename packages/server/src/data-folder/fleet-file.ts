import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** fleet.json: the fleet that a world belongs to. Written when the world joins; without it there is no link. */
const FleetFile = Type.Object({
  Servers: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    meaning: 'addresses of the broker, such as tls://10.0.0.5:4222',
  }),
  World: Type.String({
    pattern: '^[0-9a-f]{32}$',
    meaning: 'the key of this world in the fleet',
  }),
  Name: Type.String({ meaning: 'the name of this world, for people' }),
  Tags: Type.Array(Type.String(), { meaning: 'words by which the fleet selects worlds, such as eu' }),
  CredentialsFile: Type.String({
    meaning:
      'the credentials of this world, relative to the data folder; empty for a broker without accounts',
  }),
  CAFile: Type.String({
    meaning:
      "the certificate in PEM that signed the broker's, relative to the data folder; empty to trust those of Node",
  }),
  Lists: Type.Array(Type.String(), { meaning: 'the shared lists that this world enforces' }),
  Allow: Type.Array(Type.String(), {
    meaning: 'the permissions to which the fleet is held at this world; * for all',
  }),
  TokenGraceHours: Type.Number({
    minimum: 0,
    maximum: 8760,
    meaning: 'hours that tokens of the fleet count at this world while it is cut off',
  }),
});
export type FleetFile = Static<typeof FleetFile>;

export const fleetFile = settingsFile('fleet.json', FleetFile, {
  Servers: [],
  World: '',
  Name: '',
  Tags: [],
  CredentialsFile: '',
  CAFile: '',
  Lists: ['main'],
  Allow: ['*'],
  TokenGraceHours: 24,
});
