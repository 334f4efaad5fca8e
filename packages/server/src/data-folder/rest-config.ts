import { ANSWER_FORMS, LIMITS } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** RESTAPI/RESTConfig.json: the HTTP side. Panels write it too, with the few keys they know. */
const RestConfig = Type.Object({
  Enabled: Type.Boolean(),
  Address: Type.String({ minLength: 1 }),
  Port: Type.Integer({ minimum: 0, maximum: 65535 }),
  Cors: Type.Object({
    'Allowed-Origins': Type.Array(Type.String()),
    /** Seconds that a browser may cache a preflight. */
    'Max-Age': Type.Integer({ minimum: 0 }),
  }),
  /** PEM files, relative to the data folder unless absolute; "" in both for plain HTTP. */
  TLS: Type.Object({ Certificate: Type.String(), Key: Type.String() }),
  AnswerForm: Type.Enum([...ANSWER_FORMS]),
  Limits: Type.Object({
    /** A longer body is answered with 413. */
    'Max-Body-Bytes': Type.Integer({ minimum: 1024, maximum: 1024 * 1024 * 1024 }),
    /** Requests that may wait for the game thread; one more is answered with 503. */
    'Max-Queue': Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Per token; more are answered with 429. 0 for no limit. */
    'Requests-Per-Second': Type.Number({ minimum: 0, maximum: 1_000_000 }),
    /** Connections at once; more are closed. */
    'Max-Connections': Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  }),
});
export type RestConfig = Static<typeof RestConfig>;

export const restConfigFile = settingsFile('RESTAPI/RESTConfig.json', RestConfig, {
  Enabled: true,
  Address: '127.0.0.1',
  Port: 17993,
  Cors: { 'Allowed-Origins': [], 'Max-Age': 600 },
  TLS: { Certificate: '', Key: '' },
  AnswerForm: 'Flat',
  Limits: {
    'Max-Body-Bytes': LIMITS.bodyBytes,
    'Max-Queue': 1024,
    'Requests-Per-Second': 0,
    'Max-Connections': 2048,
  },
});
