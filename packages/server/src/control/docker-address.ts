import { isIPv4 } from 'node:net';
import { ConfigError } from '../data-folder/config-error.ts';

/** Where the Docker Engine API is, as `http.request` takes it. */
export type DockerAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number };

const DEFAULT_TCP_PORT = 2375;
/** A name without a dot, as of another service of the same compose file. */
const SERVICE_NAME = /^[a-z0-9]([a-z0-9_-]{0,62})$/i;

/**
 * Understands a path (`/var/run/docker.sock`), `unix://` with one, a named pipe of Windows (`//./pipe/docker_engine`,
 * also with `npipe://`), and `tcp://` with a host and port. Whoever reaches the Docker Engine is root on its machine,
 * and `tcp://` is neither encrypted nor asks who it is, so it is taken for this machine, private addresses and names
 * of compose services only. Throws a ConfigError for anything else.
 */
export function dockerAddress(socket: string): DockerAddress {
  const path = socketPathOf(socket);
  if (path !== undefined) return { socketPath: path };
  const url = /^(tcp|http):\/\/[^/?#@]+\/?$/i.test(socket) ? parseUrl(socket) : undefined;
  if (url === undefined) {
    throw new ConfigError(
      'Control.Socket must be the path of a socket, such as "/var/run/docker.sock", a named pipe, such as ' +
        '"//./pipe/docker_engine", or the address of a socket proxy, such as "tcp://127.0.0.1:2375"',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isNear(host)) {
    throw new ConfigError(
      `Control.Socket leads to ${host}: the Docker Engine is not asked over an open network, because whoever reaches it ` +
        'is root there; use a socket proxy on this machine, or a private address',
    );
  }
  return { host, port: Number(url.port) || DEFAULT_TCP_PORT };
}

function socketPathOf(socket: string): string | undefined {
  const path = socket.replace(/^(unix|npipe):\/\//i, '');
  if (path.includes('\0') || path.length > 200) return undefined;
  if (/^[\\/]{2}\.[\\/]pipe[\\/][\w.-]+$/i.test(path)) return path.replaceAll('/', '\\');
  return path.startsWith('/') && !path.startsWith('//') ? path : undefined;
}

function parseUrl(text: string): URL | undefined {
  // Of another scheme than http, URL keeps the host as it is written.
  return URL.parse(text.replace(/^tcp:/i, 'http:')) ?? undefined;
}

function isNear(host: string): boolean {
  if (host === '::1' || /^f[cd][0-9a-f]{2}:/i.test(host)) return true;
  if (!isIPv4(host)) return SERVICE_NAME.test(host);
  const [first = 0, second = 0] = host.split('.').map(Number);
  return (
    first === 127 ||
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168)
  );
}
