import { counted } from '../data-folder/counted.ts';
import { carriedAttachedText } from './carry-attached.ts';
import { carriedText } from './carry-audit.ts';
import type { CreatedWorld } from './make-world.ts';

/** What an operator has to know of a new world: what became of the former one, and who is banned from this one. */
export function createdText(
  { banlist, keptAside, removedBans, audit, attached }: CreatedWorld,
  bansInForce: number,
): string[] {
  const lines: string[] = [];
  if (keptAside !== undefined) lines.push(`The world that was here is kept as ${keptAside}.`);
  lines.push(...carriedText(audit), ...carriedAttachedText(attached));
  if (removedBans !== undefined) {
    lines.push(
      `${counted(removedBans.count, 'ban')} of the demo world went with it, kept in ${removedBans.keptAside}.`,
    );
  }
  const isImported = banlist === undefined;
  if (isImported && bansInForce > 0) {
    lines.push(`Banlist.json bans ${bansInForce} users and addresses from it; palatine ban list shows them.`);
  }
  return lines;
}
