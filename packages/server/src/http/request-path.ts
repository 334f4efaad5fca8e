import type { FastifyRequest } from 'fastify';

/** Without the query: callers may put secrets there, and the path goes into the log. */
export function pathIn(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Whether the caller has written a slash at the end of the path; the router never sees it. */
export function hasSlashAtEnd({ originalUrl }: FastifyRequest): boolean {
  return pathIn(originalUrl).endsWith('/');
}

/** A target that the router accepts: without a host and stray slashes, and with every stray percent sign encoded. */
export function routable(url: string): string {
  const path = withoutStraySlashes(url.startsWith('/') ? url : withoutHost(url));
  return path.includes('%')
    ? path.replace(/%(?![0-9a-fA-F]{2})/g, '%25').replace(/(%[0-9a-fA-F]{2})+/g, decodable)
    : path;
}

/** Drops repeated slashes at the start of the path and one at its end: a base URL with one too many brings them. */
function withoutStraySlashes(target: string): string {
  return target.replace(/^\/{2,}/, '/').replace(/^([^?]+)\/(?=\?|$)/, '$1');
}

/** The path of a target in absolute form; any other target, such as `*`, is no path of ours. */
function withoutHost(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Encodes escapes that are not UTF-8 once more: such a value is malformed and matches nothing. */
function decodable(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return escapes.replaceAll('%', '%25');
  }
}
