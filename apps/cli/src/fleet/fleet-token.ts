import type { FleetClient, FleetTokenEntry } from '@palatine/client';
import { permissionWarning } from '@palatine/data-dir/token-warnings';
import { UsageError } from '@palatine/platform/config-error';
import { separated, UNTIL_FLAG, untilOf } from '../command/flag-values.ts';
import { paint } from '../command/terminal.ts';
import { fleetCommand, onlyOne, table } from './fleet-command.ts';

const [READ, WRITE] = ['Palatine.Fleet.Tokens.Read', 'Palatine.Fleet.Tokens.Write'] as const;
/** Characters of an id that are shown, and are enough to identify a token. */
const SHORT_ID = 12;

export const fleetTokenCreate = fleetCommand('fleet token create NAME', {
  description: 'create a token that is valid at the gateway and at the given worlds',
  flags: {
    permission: { value: 'P', multiple: true, description: 'a permission, such as REST.Items.*; repeatable' },
    world: { value: 'W', multiple: true, description: "key or tag, '*' for all, even later; repeatable" },
    until: UNTIL_FLAG,
  },
  notes: [
    'The secret is printed once. Worlds accept the token within a second, within the limits of Allow in fleet.json.',
  ],
  async run({ positionals: [Name = ''], flags, terminal }, ask) {
    const [Permissions, Worlds] = [separated(flags.permission), separated(flags.world)];
    if (Permissions.length === 0) throw new UsageError('fleet token create needs at least one --permission');
    if (Worlds.length === 0) throw new UsageError("fleet token create needs a --world; '*' for all");
    const Until = untilOf(flags.until);
    const body = { Name, Permissions, Worlds, ...(Until !== undefined && { Until }) };
    const reply = await ask([WRITE, ...Permissions], (fleet) => fleet.createFleetToken({ body }));
    for (const warning of reply.Token.Permissions.flatMap((name) => permissionWarning(name) ?? []))
      terminal.warn(warning);
    const line = `The fleet token of ${Name}. It is shown only now; the fleet keeps its SHA-256:`;
    terminal.show(reply, line, '', ['  ', paint('bold', reply.Secret)], '');
  },
});

export const fleetTokenList = fleetCommand('fleet token list', {
  description: 'list the tokens of a fleet',
  flags: { all: { description: 'also the revoked ones' } },
  async run({ flags: { all = false }, terminal }, ask) {
    const reply = await ask([READ], (fleet) => fleet.getFleetTokens());
    const Tokens = reply.Tokens.filter(({ Revoked }) => !Revoked || all);
    const rows = Tokens.map(({ Id, Name, Worlds, Permissions, Until, Revoked }) => {
      const until = Revoked ? 'revoked' : (Until ?? '-');
      return [Id.slice(0, SHORT_ID), Name, Worlds.join(' '), Permissions.join(' '), until];
    });
    const empty = 'There are no fleet tokens. palatine fleet token create creates one.';
    terminal.show({ Tokens }, ...table(['ID', 'NAME', 'WORLDS', 'PERMISSIONS', 'UNTIL'], rows, empty));
  },
});

export const fleetTokenRevoke = fleetCommand('fleet token revoke ID', {
  description: 'revoke a fleet token, by its id as the list shows it or by its name',
  async run({ positionals: [typed = ''], terminal }, ask) {
    const reply = await ask([READ, WRITE], async (fleet) => {
      const { Id } = await findToken(fleet, typed);
      return fleet.revokeFleetToken({ params: { id: Id } });
    });
    terminal.show(reply, `The fleet token of ${reply.Token.Name} is revoked.`);
  },
});

/** Throws a ConfigError unless exactly one token matches. */
async function findToken(fleet: FleetClient, typed: string): Promise<FleetTokenEntry> {
  const { Tokens } = await fleet.getFleetTokens();
  const byId = Tokens.filter(({ Id }) => typed.length >= SHORT_ID && Id.startsWith(typed));
  const matches = byId.length > 0 ? byId : Tokens.filter(({ Name, Revoked }) => Name === typed && !Revoked);
  const notFound = `no fleet token has the id or the name "${typed}"`;
  return onlyOne(matches, notFound, `several fleet tokens are called "${typed}"; use its id`);
}
