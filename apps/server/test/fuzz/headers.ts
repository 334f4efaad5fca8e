import { words } from './values.ts';

/** Unusual headers that Node's HTTP client agrees to send. */
export const HEADERS: Record<string, string>[] = [
  ...['', ' ', 'x'.repeat(300), 'two words', '\u00ff\u0080', 'a,b', '__proto__', '"', "'--"].map((key) => ({
    'idempotency-key': key,
  })),
  ...['*', '""', 'W/"', ',,,,', 'x'.repeat(5000), '"a', '\u00ff'].map((tag) => ({ 'if-none-match': tag })),
  ...[
    '',
    '/',
    'application/json',
    'text/html',
    'x'.repeat(2000),
    ';;;',
    '\u00ff/\u00ff',
    'multipart/form-data',
  ].map((type) => ({ 'content-type': type })),
  ...['gzip', 'br', 'identity', 'nonsense'].map((coding) => ({ 'content-encoding': coding })),
  ...['*/*', 'text/html', 'image/png', '', 'x;q=nope'].map((accept) => ({ accept })),
  ...['null', '*', 'https://evil.example', 'x'.repeat(1000), ''].map((origin) => ({ origin })),
  ...['bytes=0-0', 'bytes=9999999-', 'x'].map((range) => ({ range })),
  ...['', 'x'.repeat(500), 'a b', '\u00ff', `$\{jndi:ldap://x}`].map((id) => ({ 'x-request-id': id })),
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', forwarded: 'for=127.0.0.1' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/v1/palatine/audit', 'x-rewrite-url': '/' },
  { host: '' },
  { host: 'evil.example:99999' },
  { te: 'trailers' },
  { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': 'x', 'sec-websocket-version': '13' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMAAABkAAQAAP__' },
  { expect: 'the unexpected' },
  { cookie: 'token=test-administrator' },
  { 'accept-version': '2.0.0' },
  { 'last-event-id': '-1' },
  { __proto__: 'x', constructor: 'x', 'content-language': 'x' },
];

const bearer = (token: string) => `Bearer ${token}`;

/** Wrong values of Authorization. */
export const AUTHORIZATIONS = [
  '',
  ' ',
  'Bearer',
  'Bearer ',
  'Bearer  ',
  'Bearer test-administrator x',
  'Bearer test-administrator\u00a0',
  'Bearer \u00ff\u00fe',
  `Bearer ${'x'.repeat(12_000)}`,
  ...words('undefined null test-administrator,x "test-administrator" TEST-ADMINISTRATOR').map(bearer),
  ...words('test-administrato test-administratorx __proto__ ../Tokens/Administrator').map(bearer),
  'Basic dGVzdC1hZG1pbmlzdHJhdG9y',
  'Basic test-administrator',
  'Token test-administrator',
  'test-administrator',
  'Bearer:test-administrator',
  'BearerBearer test-administrator',
];
