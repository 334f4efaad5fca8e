import { ANSWER_FORMS, LIMITS } from '@palatine/contract';
import { settingsFile } from '@palatine/platform/settings-file';
import { parseAddressRange } from '@palatine/world';
import type { Static } from 'typebox';
import Type from 'typebox';
import { flag, IN_FILE, IN_FILE_AT_START, number, text, texts, whole } from './setting-shapes.ts';
import { permissionWarning } from './token-warnings.ts';

/** RESTAPI/RESTConfig.json: the HTTP side, which panels write too. list-settings.ts explains it. */
const RestConfig = Type.Object({
  Enabled: flag('whether to serve at all', true, IN_FILE_AT_START),
  Address: text('the address to listen on; 0.0.0.0 for every one of this machine', '127.0.0.1', {
    minLength: 1,
    ...IN_FILE_AT_START,
  }),
  Port: whole('the port; 0 for any free one', 17993, [0, 65535], IN_FILE_AT_START),
  Cors: Type.Object({
    'Allowed-Origins': texts(
      'origins whose pages may call the service from a browser; * for all',
      [],
      IN_FILE_AT_START,
    ),
    'Max-Age': whole('seconds that a browser may cache a preflight', 600, [0], IN_FILE_AT_START),
  }),
  TrustedProxies: texts(
    'addresses and ranges of proxies whose X-Forwarded-For says who the caller is',
    [],
    IN_FILE,
    {
      accepts: (typed: string) => parseAddressRange(typed) !== undefined,
      description: 'an address or a range, such as "127.0.0.1" or "10.0.0.0/8"',
    },
  ),
  DefaultPermissions: texts('permissions that every token file has besides its own', [], IN_FILE),
  TLS: Type.Object({
    Certificate: text(
      'a PEM file, relative to the data folder unless absolute; empty for plain HTTP',
      '',
      IN_FILE,
    ),
    Key: text('the PEM file of its key; empty for plain HTTP', '', IN_FILE),
  }),
  AnswerForm: Type.Enum([...ANSWER_FORMS], {
    default: 'Flat',
    meaning: 'the form of answers to tokens without their own',
  }),
  Limits: Type.Object({
    'Max-Body-Bytes': whole(
      'a longer body is answered with 413',
      LIMITS.bodyBytes,
      [1024, 1024 ** 3],
      IN_FILE,
    ),
    'Max-Queue': whole(
      'requests that may wait for the game; one more is answered with 503',
      1024,
      [1, 1_000_000],
      IN_FILE_AT_START,
    ),
    'Requests-Per-Second': number(
      'of a token; more are answered with 429. 0 for no limit',
      0,
      [0, 1_000_000],
      IN_FILE,
    ),
    'Max-Connections': whole('connections at once; more are closed', 2048, [1, 1_000_000], IN_FILE_AT_START),
  }),
});
export type RestConfig = Static<typeof RestConfig>;

export const restConfigFile = settingsFile(
  'RESTAPI/RESTConfig.json',
  RestConfig,
  ({ Cors, DefaultPermissions }) => [
    ...DefaultPermissions.flatMap((held) => {
      const warning = permissionWarning(held);
      return warning === undefined ? [] : [`DefaultPermissions: ${warning}`];
    }),
    ...Cors['Allowed-Origins'].filter((origin) => !isOrigin(origin)).map(noOrigin),
  ],
);

/** Whether a browser may send the text as an Origin. Apps have their own schemes. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text);
}

function noOrigin(text: string): string {
  return `Cors.Allowed-Origins: ${JSON.stringify(text)} matches no page; an origin is written as "https://panel.example" or "http://localhost:5173"`;
}

/** Permissions that every token file has besides its own; none while the file cannot be read. */
export function defaultPermissions(file: string): readonly string[] {
  return restConfigFile.readOver(file).settings?.DefaultPermissions ?? [];
}

export function isReachable(bound: string): boolean {
  return !/^(127\.|::1$|::ffff:127\.)/.test(bound);
}

/** The warning for a reachable address without TLS, and its remedies. */
export const IN_CLEAR = {
  found: 'other machines reach it without TLS, so tokens travel in clear text',
  todo: `set TLS in ${restConfigFile.name}, put a proxy with TLS in front, or listen on 127.0.0.1`,
} as const;

/** A client that connects to localhost tries 127.0.0.1 as well. */
export function hostToBind(address: string): string {
  return address === 'localhost' ? '127.0.0.1' : address;
}
