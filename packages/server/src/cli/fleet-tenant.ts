import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TENANTS_WRITE } from '@palatine/contract';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { makePrivateFolder } from '../data-folder/private-files.ts';
import { fleetCommand } from './fleet-command.ts';
import { withGateway } from './running-gateway.ts';
import { columns } from './terminal.ts';

export const fleetTenantList = fleetCommand(
  {
    name: 'fleet tenant list',
    positionals: [],
    description: 'list the communities that share the broker',
    flags: {},
  },
  async (call) => {
    const { terminal } = call;
    const reply = await withGateway(call, ['Palatine.Fleet.Tenants.Read'], (fleet) => fleet.getTenants());
    terminal.printJson(reply);
    terminal.print(
      ...columns([['TENANT', 'WORLDS'], ...reply.Tenants.map(({ Name, Worlds }) => [Name, String(Worlds)])]),
    );
    return 0;
  },
);

export const fleetTenantAdd = fleetCommand(
  {
    name: 'fleet tenant add',
    positionals: ['NAME', 'FOLDER'],
    description: 'make room for another community on the broker, and write the credentials of its gateway',
    flags: {},
    notes: [
      'FOLDER is made; the files in it are secrets for whoever runs the gateway of that community. Their worlds join',
      'with lines of this gateway: palatine fleet join-code --tenant NAME.',
    ],
  },
  async (call) => {
    const { positionals, terminal, path } = call;
    const [name = '', typed = ''] = positionals;
    const folder = path(typed);
    if (existsSync(folder)) throw new ConfigError(`${folder} is there already; name a new folder`);
    const { Servers, CA, Credentials, ControlCredentials } = await withGateway(
      call,
      [TENANTS_WRITE],
      (fleet) => fleet.createTenant({ body: { Name: name } }),
    );
    makePrivateFolder(folder);
    const files = { creds: 'worlds.creds', control: 'control.creds', ca: 'ca.pem' };
    writeFileAtomically(join(folder, files.creds), Credentials);
    writeFileAtomically(join(folder, files.control), ControlCredentials);
    writeFileAtomically(join(folder, files.ca), CA);
    terminal.printJson({ tenant: name, folder, servers: Servers });
    const named = (file: string) => `"${join(folder, file)}"`;
    terminal.print(
      `The tenant ${name} is there. Its gateway starts with the files in ${folder}:`,
      '',
      `  palatine fleet start --nats ${Servers.join(',')} --creds ${named(files.creds)} --control-creds ${named(files.control)} --ca ${named(files.ca)}`,
      '',
    );
    return 0;
  },
);
