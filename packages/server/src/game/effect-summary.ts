import type { EventData } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import type { Write } from './calls.ts';
import { routeOf } from './command-batch.ts';
import { fieldOf, grantParts } from './grant-summary.ts';
import { requestSummary } from './request-summary.ts';
import { cutText, idText, listed } from './summary-text.ts';

/** What a write has given, said or changed, by its events; by its reply where they say too little. */
export function effectSummary(write: Write, reply: unknown, events: readonly WorldEvent[]): string {
  const { kind, input } = write;
  if (kind === 'reload') return listed(['settings and ban list read again', ...partsOf(events)]);
  if (input.name === 'controlSimulation') return requestSummary(routeOf(write), input.body);
  const summoned = fieldOf(reply, 'Summoned');
  if (summoned !== undefined) return summonedText(summoned as Summoned);
  const [first] = events;
  if (first?.type === 'message') return messageText(first.data);
  const parts = partsOf(events);
  return parts.length === 0 ? 'nothing changed' : listed(parts);
}

/** What the reply of both summoning routes says. */
interface Summoned extends Readonly<Record<'Level' | 'X' | 'Y' | 'Z', number>> {
  PalID?: string;
  NPCID?: string;
}

function summonedText({ PalID, NPCID, Level, X, Y, Z }: Summoned): string {
  return `${PalID ?? NPCID} level ${Level} at ${X}, ${Y}, ${Z}`;
}

function messageText({ sendType, sender, text }: EventData<'message'>): string {
  const from = sendType === 'Alert' ? '' : ` from ${idText(sender)}`;
  return cutText(`${sendType}${from}: ${text}`);
}

/** Players who leave and messages that announce a punishment follow from what the first event says. */
function partsOf(events: readonly WorldEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    switch (type) {
      case 'grant':
        return grantParts(data.granted);
      case 'technologies':
        return technologyParts(data);
      case 'punishment':
        return punishmentParts(data);
      case 'base.deleted':
      case 'base.restored':
        return [data.summary];
      case 'delivery.pending':
        return [data.summary];
      case 'config.rejected':
        return [`${data.file} rejected: ${data.reason}`];
      default:
        return [];
    }
  });
}

function technologyParts({ learnt, forgotten }: EventData<'technologies'>): string[] {
  const named = (verb: string, ids: readonly string[]) =>
    ids.map((id, at) => (at === 0 ? `${verb} ${id}` : id));
  return [...named('learnt', learnt), ...named('forgotten', forgotten)];
}

function punishmentParts({ action, userId, ip, reason }: EventData<'punishment'>): string[] {
  if (action === 'ban' && ip !== '') return [`with the address ${ip}`, reason];
  if (action === 'banip' && userId !== '') return [`address of ${idText(userId)}`, reason];
  return [reason];
}
