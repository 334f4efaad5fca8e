import type { WorldEvent } from '../state/events.ts';

/** What an event is searched by. */
export interface EventFacts {
  /** PlayerUIDs, UserIds and names in lower case of the players whom it is about. */
  readonly players: ReadonlySet<string>;
  readonly guildIds: readonly string[];
  /** Every text of it in lower case, one a line. */
  readonly text: string;
}

const facts = new WeakMap<WorldEvent, EventFacts>();

/** Fields that name a player: by PlayerUID, by UserId, or as a caller did. */
const NAMES_A_PLAYER: ReadonlySet<string> = new Set(['uid', 'userId', 'target', 'recipients']);

/** The facts of an event, which never change. */
export function factsOf(event: WorldEvent): EventFacts {
  const known = facts.get(event) ?? collectFacts(event);
  facts.set(event, known);
  return known;
}

function collectFacts({ type, data }: WorldEvent): EventFacts {
  const players = new Set<string>();
  const guildIds: string[] = [];
  const texts: string[] = [type];

  function visit(value: unknown, field: string, isPlayer: boolean): void {
    if (typeof value === 'string') {
      texts.push(value.toLowerCase());
      if (value === '') return;
      if (NAMES_A_PLAYER.has(field)) players.add(value);
      if (isPlayer && field === 'name') players.add(value.toLowerCase());
      if (field === 'guildId') guildIds.push(value);
    } else if (Array.isArray(value)) {
      for (const entry of value) visit(entry, field, false);
    } else if (typeof value === 'object' && value !== null) {
      const hasName = 'uid' in value || 'userId' in value;
      for (const [name, inside] of Object.entries(value)) visit(inside, name, hasName);
    }
  }

  visit(data, '', false);
  return { players, guildIds, text: texts.join('\n') };
}
