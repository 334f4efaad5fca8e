import { ANSWER_FORMS, LIMITS } from '@palatine/contract';
import { parseAddressRange } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { ConfigError } from './config-error.ts';
import { settingsFile } from './settings-file.ts';
import { permissionWarning } from './token-warnings.ts';

/**
 * RESTAPI/RESTConfig.json: the HTTP side. Panels write it too, with the few keys they know. What a setting means is
 * told with it, see list-settings.ts.
 */
const RestConfig = Type.Object({
  Enabled: Type.Boolean({ meaning: 'whether to serve at all', nextStart: true }),
  Address: Type.String({
    minLength: 1,
    meaning: 'the address to listen on; 0.0.0.0 for every one of this machine',
    nextStart: true,
  }),
  Port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    meaning: 'the port; 0 for any free one',
    nextStart: true,
  }),
  Cors: Type.Object({
    'Allowed-Origins': Type.Array(Type.String(), {
      meaning: 'origins whose pages may call the service from a browser; * for all',
      nextStart: true,
      orText: true,
    }),
    'Max-Age': Type.Integer({
      minimum: 0,
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
      meaning: 'addresses and ranges of proxies whose X-Forwarded-For says who the caller is',
      readOnly: true,
    },
  ),
  DefaultPermissions: Type.Array(Type.String(), {
    meaning: 'permissions that every token file has besides its own',
    orText: true,
  }),
  TLS: Type.Object({
    Certificate: Type.String({
      meaning: 'a PEM file, relative to the data folder unless absolute; empty for plain HTTP',
      readOnly: true,
    }),
    Key: Type.String({ meaning: 'the PEM file of its key; empty for plain HTTP', readOnly: true }),
  }),
  AnswerForm: Type.Enum([...ANSWER_FORMS], {
    meaning: 'the form of answers to tokens that have none of their own',
  }),
  Limits: Type.Object({
    'Max-Body-Bytes': Type.Integer({
      minimum: 1024,
      maximum: 1024 * 1024 * 1024,
      meaning: 'a longer body is answered with 413',
    }),
    'Max-Queue': Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'requests that may wait for the game thread; one more is answered with 503',
      nextStart: true,
    }),
    'Requests-Per-Second': Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      meaning: 'of a token; more are answered with 429. 0 for no limit',
    }),
    'Max-Connections': Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'connections at once; more are closed',
      nextStart: true,
    }),
  }),
});
export type RestConfig = Static<typeof RestConfig>;

export const restConfigFile = settingsFile(
  'RESTAPI/RESTConfig.json',
  RestConfig,
  {
    Enabled: true,
    Address: '127.0.0.1',
    Port: 17993,
    Cors: { 'Allowed-Origins': [], 'Max-Age': 600 },
    TrustedProxies: [],
    DefaultPermissions: [],
    TLS: { Certificate: '', Key: '' },
    AnswerForm: 'Flat',
    Limits: {
      'Max-Body-Bytes': LIMITS.bodyBytes,
      'Max-Queue': 1024,
      'Requests-Per-Second': 0,
      'Max-Connections': 2048,
    },
  },
  ({ DefaultPermissions }) =>
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
