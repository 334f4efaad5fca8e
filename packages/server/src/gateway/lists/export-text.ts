import type { FleetBan } from '@palatine/contract';
import type { CachedResponse } from '../../game/protocol.ts';
import { withEtag } from '../../game/response-format.ts';

/** The entries of a list as plain lines that an import reads: the id, then the reason on the same line. */
export function exportText(list: string, bans: readonly FleetBan[]): CachedResponse {
  const lines = bans.map(({ Id, Reason }) => `${Id} ${Reason.replace(/\s+/g, ' ')}`.trim());
  return withEtag(new TextEncoder().encode([`# ${list}`, ...lines, ''].join('\n')));
}
