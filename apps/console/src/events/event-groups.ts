import type { PalatineEvent } from '@palatine/contract';

/** Events that are shown as one line: a shop that gives to twenty players is one thing that happens. */
export interface EventGroup {
  /** The newest of them. */
  readonly event: PalatineEvent;
  readonly count: number;
}

/** Events within so many ms of each other may be one group. */
const TOGETHER_MS = 60_000;

/** Groups neighbours of one type by one token, newest first, as the events are. */
export function groupEvents(events: readonly PalatineEvent[]): EventGroup[] {
  const groups: { event: PalatineEvent; oldestMs: number; count: number }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const atMs = Date.parse(event.Time);
    const isSame = last !== undefined && groupKey(last.event) === groupKey(event) && groupKey(event) !== '';
    if (isSame && last.oldestMs - atMs <= TOGETHER_MS) {
      last.count += 1;
      last.oldestMs = atMs;
    } else groups.push({ event, oldestMs: atMs, count: 1 });
  }
  return groups;
}

/** What makes events alike; '' for those that always stand alone. */
function groupKey({ Type, Data }: PalatineEvent): string {
  const { issuer } = Data as { issuer?: string };
  return Type === 'grant' || Type === 'delivery.pending' ? `${Type} ${issuer ?? ''}` : '';
}
