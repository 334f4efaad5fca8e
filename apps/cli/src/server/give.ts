import { headersOf } from '@palatine/client';
import {
  DELIVERY_HEADER,
  INT32_MAX,
  LEGACY_SECTION_PERMISSIONS,
  type LegacyGiveBody,
} from '@palatine/contract';
import { UsageError } from '@palatine/platform/config-error';
import { wholeNumberOf } from '../command/flag-values.ts';
import { findPermissions, findPlayer } from './players.ts';
import { serverCommand } from './running-server.ts';

type Grants = Pick<LegacyGiveBody, 'Items' | 'Pals' | 'EXP' | 'TechnologyPoints'>;

export const give = serverCommand('give PLAYER [ITEM[=COUNT]]...', {
  description: 'give items, Pals or points to a player: all of it, or nothing',
  flags: {
    pal: { value: 'ID[:LEVEL]', multiple: true, description: 'a Pal, level 1 by default; repeatable' },
    exp: { value: 'N', description: 'experience' },
    'technology-points': { value: 'N', description: 'technology points' },
  },
  notes: [
    'The player has to be online, unless "playerResolution" in Config.json is "Known". Beside a game server it waits as a',
    'delivery, and is in the game after its next restart.',
    'PLAYER is a UserId, a PlayerUID or a name. palatine find TEXT finds ids. Example:',
    '  palatine give steam_76561198000000001 PalSphere=20 Wood --pal SheepBall:5',
  ],
  async run({ positionals: [typed = '', ...items], flags, terminal }, ask) {
    const grants = readGrants(items, flags);
    const sections = Object.keys(grants) as (keyof Grants)[];
    if (sections.length === 0) {
      throw new UsageError('give needs at least one of ITEM=COUNT, --pal, --exp and --technology-points');
    }
    const permissions = new Set([
      ...sections.map((section) => LEGACY_SECTION_PERMISSIONS[section]),
      ...findPermissions(typed),
    ]);
    const { granted, delivery } = await ask([...permissions], async (client) => {
      const identifier = await findPlayer(client, typed);
      if (grants.Items === undefined && grants.Pals === undefined) {
        const params = { player_identifier: identifier };
        const reply = await client.giveProgression({ params, body: grants });
        return { granted: { UserID: identifier, ...reply.Granted }, delivery: deliveryOf(reply) };
      }
      // The only route that grants several kinds at once: all of them, or none. It does not say how much EXP it added.
      const granted = { UserID: identifier, ...grants };
      return { granted, delivery: deliveryOf(await client.legacyGive({ body: granted })) };
    });
    terminal.show(
      { Given: granted, ...(delivery !== undefined && { Delivery: delivery }) },
      delivery === undefined
        ? `${typed} has got ${describe(granted)}.`
        : `${typed} has not got it yet: ${describe(granted)} waits as delivery ${delivery}, and is in the game after the ` +
            'next restart of its server (palatine server deliver). palatine deliveries list shows what is pending.',
    );
  },
});

/** The id of a pending delivery; undefined for an immediate grant. */
function deliveryOf(reply: object): string | undefined {
  return /\bid=([^;\s]+)/.exec(headersOf(reply)?.get(DELIVERY_HEADER) ?? '')?.[1];
}

function readGrants(
  items: readonly string[],
  flags: {
    pal?: readonly string[] | undefined;
    exp?: string | undefined;
    'technology-points'?: string | undefined;
  },
): Grants {
  const { pal = [], exp, 'technology-points': points } = flags;
  return {
    ...(items.length > 0 && { Items: items.map(readItem) }),
    ...(pal.length > 0 && { Pals: pal.map(readPal) }),
    ...(exp !== undefined && { EXP: amount('--exp', exp) }),
    ...(points !== undefined && { TechnologyPoints: amount('--technology-points', points) }),
  };
}

function readItem(typed: string): { ItemID: string; Count: number } {
  const [id, count] = splitAt(typed, '=');
  if (id === '') throw new UsageError(`give: "${typed}" names no item; it must be like PalSphere=20`);
  return { ItemID: id, Count: count === undefined ? 1 : amount(`the count of ${id}`, count) };
}

function readPal(typed: string): { PalID: string; Level: number } {
  const [id, level] = splitAt(typed, ':');
  if (id === '') throw new UsageError(`give: --pal "${typed}" names no Pal; it must be like SheepBall:5`);
  return { PalID: id, Level: level === undefined ? 1 : amount(`the level of ${id}`, level) };
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function amount(name: string, typed: string): number {
  return wholeNumberOf(`give: ${name}`, typed, INT32_MAX);
}

function describe({ Items = [], Pals = [], EXP, TechnologyPoints }: Grants): string {
  const mixed = Items.length + Pals.length > 0;
  return [
    ...Items.map(({ ItemID, Count }) => `${Count} ${ItemID}`),
    ...Pals.map(({ PalID, Level }) => `${PalID} (level ${Level})`),
    ...(EXP === undefined ? [] : [`${EXP} EXP${mixed ? ' (less at the level cap)' : ''}`]),
    ...(TechnologyPoints === undefined ? [] : [`${TechnologyPoints} technology points`]),
  ].join(', ');
}
