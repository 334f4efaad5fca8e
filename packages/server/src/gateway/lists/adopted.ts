import type { BanProposal, ListDefinition, ListEntry } from '@palatine/fleet';

/** The issuer of an entry that was taken over from a world. */
export function worldIssuer(world: string): string {
  return `world:${world}`;
}

/** When the last word on an entry was said: ms since 1970. */
function lastWordMs({ BannedAt, UnbannedAt }: ListEntry): number {
  return Math.max(Date.parse(BannedAt), UnbannedAt === undefined ? 0 : Date.parse(UnbannedAt));
}

/** Whether a list takes the bans of worlds over by itself. */
export function adopts({ Active, Kind, Adopt }: ListDefinition): boolean {
  return Active && Kind === 'Ban' && Adopt === 'Adopt';
}

/** The entry of a list that adopts a ban, new or lifted; undefined where something newer is on it. */
export function adopted(
  stored: ListEntry | undefined,
  ban: BanProposal,
  world: string,
): Omit<ListEntry, 't'> | undefined {
  const { Lists: _, ...facts } = ban;
  if (ban.Active) {
    if (stored?.Active === true) return undefined;
    if (stored !== undefined && lastWordMs(stored) >= Date.parse(ban.BannedAt)) return undefined;
    return { ...facts, BannedBy: worldIssuer(world) };
  }
  if (stored?.Active !== true || stored.BannedBy !== worldIssuer(world)) return undefined;
  return {
    ...stored,
    Active: false,
    UnbannedBy: worldIssuer(world),
    UnbannedAt: ban.UnbannedAt ?? ban.BannedAt,
  };
}
