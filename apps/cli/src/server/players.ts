import { type Client, headersOf, PalatineError } from '@palatine/client';
import {
  DELIVERY_HEADER,
  getPlayers,
  INT32_MAX,
  kickPlayer,
  LEGACY_SECTION_PERMISSIONS,
  type LegacyGiveBody,
  SEND_PERMISSIONS,
} from '@palatine/contract';
import { UsageError } from '@palatine/platform/config-error';
import { wholeNumberOf } from '../command/flags.ts';
import * as words from '../texts/commands.ts';
import { calling, PLAYER, remote } from './running-server.ts';

export const players = remote('players', getPlayers, {
  ...words.players,
  value: ({ Meta, Players }, { flags }) => ({
    Meta,
    Players: Players.filter(({ Status }) => Status === 'Online' || flags.all === true),
  }),
  columns: ['Status', 'Name', 'UserId', 'PlayerUID', 'GuildName'],
});

export const kick = remote('kick PLAYER [REASON]...', kickPlayer, {
  ...words.kick,
  finds: PLAYER,
  input({ positionals: [, ...rest], flags: { reason } }) {
    const words = reason === undefined ? rest : [reason, ...rest];
    return { body: words.length === 0 ? {} : { Reason: words.join(' ') } };
  },
  text: (_, { positionals: [typed] }) => `${typed} is disconnected.`,
});

export const say = calling('say TEXT...', {
  ...words.say,
  async run({ positionals, flags: { to }, terminal }, ask) {
    const Message = positionals.join(' ');
    const toPlayer = to === undefined ? [] : [SEND_PERMISSIONS.PlayerChat, ...PLAYER.permissions(to)];
    const permissions = to === undefined ? ['REST.Messages.Broadcast'] : toPlayer;
    const reply = await ask(permissions, async (client) => {
      if (to === undefined) return client.broadcast({ body: { Message } });
      const UserID = await PLAYER.find(client, to);
      return client.sendPlayerMessage({ body: { SendType: 'PlayerChat', UserID, Message } });
    });
    terminal.show(reply, `The message is sent to ${to ?? 'everyone online'}.`);
  },
});

export const reload = calling('reload', {
  ...words.reload,
  async run({ terminal }, ask) {
    const reply = await ask(['REST.Reload.Config'], (client) => client.reloadConfig());
    // Over a new connection: the server may have a new certificate now.
    const pending = await ask(['Palatine.Settings.Read'], pendingSettings);
    const later = pending.map((key) => `${key} takes effect at the next start.`);
    terminal.show(reply, ...(reply.Success ? ['The server has reloaded its files.', ...later] : []));
    if (reply.Success) return 0;
    terminal.warn('an invalid file was ignored; its last valid version stays active (see palatine doctor)');
    return 1;
  },
});

/** The settings whose change waits for the next start; none for a token that may not read settings. */
async function pendingSettings(client: Client): Promise<string[]> {
  try {
    const { Files } = await client.getSettings();
    return Files.flatMap(({ Values }) => Values)
      .filter(({ NextStart, InForce }) => NextStart && InForce !== undefined)
      .map(({ Key }) => Key);
  } catch (error) {
    if (error instanceof PalatineError && error.code === 'MISSING_PERMISSION') return [];
    throw error;
  }
}

type Grants = Pick<LegacyGiveBody, 'Items' | 'Pals' | 'EXP' | 'TechnologyPoints'>;

export const give = calling('give PLAYER [ITEM[=COUNT]]...', {
  ...words.give,
  async run({ positionals: [typed = '', ...items], flags, terminal }, ask) {
    const grants = readGrants(items, flags.pal ?? [], flags.exp, flags['technology-points']);
    const sections = Object.keys(grants) as (keyof Grants)[];
    if (sections.length === 0) {
      throw new UsageError('give needs at least one of ITEM=COUNT, --pal, --exp and --technology-points');
    }
    const needed = sections.map((section) => LEGACY_SECTION_PERMISSIONS[section]);
    const permissions = new Set([...needed, ...PLAYER.permissions(typed)]);
    const { granted, reply } = await ask([...permissions], async (client) => {
      const identifier = await PLAYER.find(client, typed);
      if (grants.Items === undefined && grants.Pals === undefined) {
        const params = { player_identifier: identifier };
        const reply = await client.giveProgression({ params, body: grants });
        return { granted: { UserID: identifier, ...reply.Granted }, reply };
      }
      // The only route that grants several kinds at once: all of them, or none. It does not say how much EXP it added.
      const granted = { UserID: identifier, ...grants };
      return { granted, reply: await client.legacyGive({ body: granted }) };
    });
    // A grant that waits is answered with the id of its delivery.
    const delivery = /\bid=([^;\s]+)/.exec(headersOf(reply)?.get(DELIVERY_HEADER) ?? '')?.[1];
    terminal.show(
      { Given: granted, ...(delivery !== undefined && { Delivery: delivery }) },
      delivery === undefined
        ? `${typed} has got ${describe(granted)}.`
        : `${typed} has not got it yet: ${describe(granted)} waits as delivery ${delivery}, and is in the game after the ` +
            'next restart of its server (palatine server deliver). palatine deliveries list shows what is pending.',
    );
  },
});

function readGrants(
  items: readonly string[],
  pals: readonly string[],
  exp?: string,
  points?: string,
): Grants {
  const amount = (name: string, typed: string) => wholeNumberOf(`give: ${name}`, typed, INT32_MAX);
  const read = (typed: string, separator: string, noun: string, figure: string) => {
    const at = typed.lastIndexOf(separator);
    const id = at === -1 ? typed : typed.slice(0, at);
    if (id === '') throw new UsageError(`give: "${typed}" names no ${noun}`);
    return { id, count: at === -1 ? 1 : amount(`the ${figure} of ${id}`, typed.slice(at + 1)) };
  };
  const Items = items.map((item) => read(item, '=', 'item, such as PalSphere=20', 'count'));
  const Pals = pals.map((pal) => read(pal, ':', 'Pal, such as SheepBall:5', 'level'));
  return {
    ...(Items.length > 0 && { Items: Items.map(({ id, count }) => ({ ItemID: id, Count: count })) }),
    ...(Pals.length > 0 && { Pals: Pals.map(({ id, count }) => ({ PalID: id, Level: count })) }),
    ...(exp !== undefined && { EXP: amount('--exp', exp) }),
    ...(points !== undefined && { TechnologyPoints: amount('--technology-points', points) }),
  };
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
