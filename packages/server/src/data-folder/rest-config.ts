import { ANSWER_FORMS, LIMITS } from '@palatine/contract';
import { parseAddressRange } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { ConfigError } from './config-error.ts';
import { settingsFile } from './settings-file.ts';
import { permissionWarning } from './token-warnings.ts';

/** RESTAPI/RESTConfig.json: the HTTP side, which panels write too. list-settings.ts explains it. */
const RestConfig = Type.Object({
  Enabled: Type.Boolean({ default: true, meaning: 'whether to serve at all', nextStart: true }),
  Address: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    meaning: 'the address to listen on; 0.0.0.0 for every one of this machine',
    nextStart: true,
  }),
  Port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 17993,
    meaning: 'the port; 0 for any free one',
    nextStart: true,
  }),
  Cors: Type.Object({
    'Allowed-Origins': Type.Array(Type.String(), {
      default: [],
      meaning: 'origins whose pages may call the service from a browser; * for all',
      nextStart: true,
      orText: true,
    }),
    'Max-Age': Type.Integer({
      minimum: 0,
      default: 600,
      meaning: 'seconds that a browser may cache a preflight',
      nextStart: true,
    }),
  }),
  TrustedProxies: Type.Array(
    Type.String({
      accepts: (text: string) => parseAddressRange(text) !== undefined,
      description: 'an address or a range, such as "127.0.0.1" or "10.0.0.0/8"',
    }),
    {
      default: [],
      meaning: 'addresses and ranges of proxies whose X-Forwarded-For says who the caller is',
      readOnly: true,
    },
  ),
  DefaultPermissions: Type.Array(Type.String(), {
    default: [],
    meaning: 'permissions that every token file has besides its own',
    orText: true,
  }),
  TLS: Type.Object({
    Certificate: Type.String({
      default: '',
      meaning: 'a PEM file, relative to the data folder unless absolute; empty for plain HTTP',
      readOnly: true,
    }),
    Key: Type.String({
      default: '',
      meaning: 'the PEM file of its key; empty for plain HTTP',
      readOnly: true,
    }),
  }),
  AnswerForm: Type.Enum([...ANSWER_FORMS], {
    default: 'Flat',
    meaning: 'the form of answers to tokens that have none of their own',
  }),
  Limits: Type.Object({
    'Max-Body-Bytes': Type.Integer({
      minimum: 1024,
      maximum: 1024 * 1024 * 1024,
      default: LIMITS.bodyBytes,
      meaning: 'a longer body is answered with 413',
    }),
    'Max-Queue': Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1024,
      meaning: 'requests that may wait for the game; one more is answered with 503',
      nextStart: true,
    }),
    'Requests-Per-Second': Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      meaning: 'of a token; more are answered with 429. 0 for no limit',
    }),
    'Max-Connections': Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 2048,
      meaning: 'connections at once; more are closed',
      nextStart: true,
    }),
  }),
});
export type RestConfig = Static<typeof RestConfig>;

export const restConfigFile = settingsFile('RESTAPI/RESTConfig.json', RestConfig, ({ DefaultPermissions }) =>
  DefaultPermissions.flatMap((held) => {
    const warning = permissionWarning(held);
    return warning === undefined ? [] : [`DefaultPermissions: ${warning}`];
  }),
);

/** The permissions that every token file has besides its own; none while the file cannot be read. */
export function defaultPermissions(file: string): readonly string[] {
  try {
    return restConfigFile.read(file).DefaultPermissions;
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
