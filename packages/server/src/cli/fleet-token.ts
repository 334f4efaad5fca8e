import type { FleetClient, FleetTokenEntry } from '@palatine/client';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { permissionWarning } from '../data-folder/token-warnings.ts';
import { separated, UNTIL_FLAG, untilOf } from './flag-values.ts';
import { fleetCommand, withGateway } from './fleet-command.ts';
import { columns, paint } from './terminal.ts';

const [READ, WRITE] = ['Palatine.Fleet.Tokens.Read', 'Palatine.Fleet.Tokens.Write'] as const;
/** As many characters of an id are shown, and are enough to name a token. */
const SHORT_ID = 12;

export const fleetTokenCreate = fleetCommand('fleet token create NAME', {
  description: 'create a token that counts at every gateway and at the worlds that it names',
  flags: {
    permission: {
      value: 'P',
      multiple: true,
      description: 'a permission, such as REST.Items.* or Palatine.Fleet.Worlds.Read; repeatable',
    },
    world: {
      value: 'W',
      multiple: true,
      description: "the key of a world, a tag, or '*' for all, also those that join later; repeatable",
    },
    until: UNTIL_FLAG,
  },
  notes: [
    'The secret is printed once. Worlds that are connected accept the token within a second, as far as their owners',
    'allow the fleet (Allow in fleet.json).',
  ],
  async run(call) {
    const { positionals, flags, terminal } = call;
    const [Permissions, Worlds] = [separated(flags.permission), separated(flags.world)];
    if (Permissions.length === 0) throw new UsageError('fleet token create needs at least one --permission');
    if (Worlds.length === 0)
      throw new UsageError("fleet token create needs at least one --world; '*' for all");
    const Until = untilOf(flags.until);
    const body = { Name: positionals[0] ?? '', Permissions, Worlds, ...(Until !== undefined && { Until }) };
    const reply = await withGateway(call, [WRITE, ...Permissions], (fleet) =>
      fleet.createFleetToken({ body }),
    );
    for (const warning of Permissions.flatMap((held) => permissionWarning(held) ?? []))
      terminal.warn(warning);
    terminal.printJson(reply);
    terminal.print(
      `The fleet token of ${reply.Token.Name}. It is shown this once; the fleet keeps its SHA-256:`,
      '',
      ['  ', paint('bold', reply.Secret)],
      '',
    );
  },
});

export const fleetTokenList = fleetCommand('fleet token list', {
  description: 'list the tokens of a fleet',
  flags: { all: { description: 'also the revoked ones' } },
  async run(call) {
    const { flags, terminal } = call;
    const { Tokens } = await withGateway(call, [READ], (fleet) => fleet.getFleetTokens());
    const shown = Tokens.filter(({ Revoked }) => !Revoked || flags.all === true);
    terminal.printJson({ Tokens: shown });
    if (shown.length === 0)
      terminal.print('There are no fleet tokens. palatine fleet token create makes one.');
    else terminal.print(...columns([['ID', 'NAME', 'WORLDS', 'PERMISSIONS', 'UNTIL'], ...shown.map(rowOf)]));
  },
});

export const fleetTokenRevoke = fleetCommand('fleet token revoke ID', {
  description: 'revoke a fleet token, by its id as the list shows it or by its name',

  async run(call) {
    const { positionals, terminal } = call;
    const reply = await withGateway(call, [READ, WRITE], async (fleet) => {
      const { Id } = await findToken(fleet, positionals[0] ?? '');
      return fleet.revokeFleetToken({ params: { id: Id } });
    });
    terminal.printJson(reply);
    terminal.print(`The fleet token of ${reply.Token.Name} is revoked.`);
  },
});

/** Throws a ConfigError when no token is meant, or more than one. */
async function findToken(fleet: FleetClient, typed: string): Promise<FleetTokenEntry> {
  const { Tokens } = await fleet.getFleetTokens();
  const byId = Tokens.filter(({ Id }) => typed.length >= SHORT_ID && Id.startsWith(typed));
  const [one, another] =
    byId.length > 0 ? byId : Tokens.filter(({ Name, Revoked }) => Name === typed && !Revoked);
  if (one === undefined) throw new ConfigError(`no fleet token has the id or the name "${typed}"`);
  if (another === undefined) return one;
  throw new ConfigError(`several fleet tokens are called "${typed}"; name one by its id`);
}

function rowOf({ Id, Name, Worlds, Permissions, Until, Revoked }: FleetTokenEntry): string[] {
  const until = Revoked ? 'revoked' : (Until ?? '-');
  return [Id.slice(0, SHORT_ID), Name, Worlds.join(' '), Permissions.join(' '), until];
}
