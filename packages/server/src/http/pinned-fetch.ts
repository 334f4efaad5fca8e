import { request } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';

/** Another server answers than the one whose certificate is known. */
export class OtherCertificateError extends Error {
  override readonly name = 'OtherCertificateError';

  constructor() {
    super('another certificate is served there than the server has recorded');
  }
}

const WITHOUT_BODY = [204, 304];

/**
 * `fetch` for a server that serves exactly the certificate with this SHA-256 fingerprint: no matter who signed it, or what
 * names it has. The global `fetch` cannot be given a certificate.
 */
export function pinnedFetch(fingerprint: string): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request(String(input), {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal && { signal }),
        createConnection: ({ host, port }, done) => {
          connectPinned(String(host), Number(port), fingerprint, done);
          return undefined;
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (message) => {
        const { statusCode: status = 0, headers: received } = message;
        const stream = Readable.toWeb(message) as ReadableStream; // the same class, under two names in the types
        resolve(
          new Response(WITHOUT_BODY.includes(status) ? null : stream, { status, headers: textsOf(received) }),
        );
      });
      outgoing.end(body);
    });
}

/** Hands over a connection only after its certificate is known, so that no other server gets the token. */
function connectPinned(
  host: string,
  port: number,
  fingerprint: string,
  done: (error: Error | null, socket: TLSSocket) => void,
): void {
  const socket = connect({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false, // the fingerprint takes the place of the authorities
  });
  socket.once('error', (error) => done(error, socket));
  socket.once('secureConnect', () => {
    if (socket.getPeerCertificate().fingerprint256 === fingerprint) return done(null, socket);
    socket.destroy();
    done(new OtherCertificateError(), socket);
  });
}

function textsOf(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((text): [string, string] => [name, text]),
  );
}
