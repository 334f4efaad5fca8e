/** What a world needs to join a fleet: where its gateway is, which certificate it serves, and a code that is good once. */
export interface JoinLine {
  host: string;
  /** Of the gateway, for HTTPS. */
  port: number;
  /** A secret. */
  code: string;
  /** The SHA-256 fingerprint of the certificate that the gateway serves, as Node writes it: `AB:CD:…`. */
  fingerprint: string;
}

const CODE = /^([A-Za-z0-9_-]{22,64})\.([A-Za-z0-9_-]{43})$/;
const FINGERPRINT_BYTES = 32;

/** Such as `palatine://10.0.0.5:17993/#<code>.<fingerprint>`. Browsers and proxies never send what follows the `#`. */
export function joinLineText({ host, port, code, fingerprint }: JoinLine): string {
  const bytes = Buffer.from(fingerprint.replaceAll(':', ''), 'hex');
  const name = host.includes(':') ? `[${host}]` : host;
  return `palatine://${name}:${port}/#${code}.${bytes.toString('base64url')}`;
}

/** Undefined for what is no join line. */
export function parseJoinLine(text: string): JoinLine | undefined {
  const [, host, port, rest = ''] =
    /^palatine:\/\/(\[[0-9A-Fa-f:.]+\]|[^[\]:/#?@\s]+):(\d{1,5})\/?#(.+)$/.exec(text.trim()) ?? [];
  const [, code, print = ''] = CODE.exec(rest) ?? [];
  const bytes = Buffer.from(print, 'base64url');
  if (host === undefined || code === undefined || bytes.byteLength !== FINGERPRINT_BYTES) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  const fingerprint = bytes
    .toString('hex')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), code, fingerprint };
}
