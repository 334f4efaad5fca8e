import type { CliCommand } from './command/command.ts';

/** A command by its name. Its code is loaded when it runs, or when help describes it. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
}

/** The modules of commands, and the names of those that each exports. */
const MODULES: readonly [load: () => Promise<Readonly<Record<string, unknown>>>, names: string][] = [
  [() => import('./serve/run-program.ts'), 'serve'],
  [() => import('./world/init.ts'), 'init'],
  [() => import('./world/attach.ts'), 'attach'],
  [() => import('./server/token.ts'), 'token create, token list, token revoke'],
  [() => import('./world/world-check.ts'), 'world info, world list, world check'],
  [() => import('./world/world-make.ts'), 'world import, world demo, world backup, world restore'],
  [() => import('./world/archive.ts'), 'archive list, archive restore'],
  [
    () => import('./save/player-edits.ts'),
    'save give, save pal, save egg, save exp, save points, save learn, save forget, save relics',
  ],
  [() => import('./save/edit-command.ts'), 'save delete-base'],
  [() => import('./save/save-apply.ts'), 'save apply, save undo'],
  [() => import('./save/save-check.ts'), 'save check, save diff'],
  [
    () => import('./server/game-server.ts'),
    'server status, server deliver, server restart, server cancel, server save, server backup, ' +
      'server backups, server restore, deliveries list, deliveries cancel, deliveries retry',
  ],
  [() => import('./server/ban.ts'), 'ban list, ban add, ban remove'],
  [() => import('./server/players.ts'), 'players, kick, say, reload, give'],
  [() => import('./server/audit.ts'), 'audit'],
  [() => import('./world/find.ts'), 'find'],
  [() => import('./server/doctor.ts'), 'doctor'],
  [() => import('./fleet/fleet-start.ts'), 'fleet start'],
  [
    () => import('./fleet/fleet-commands.ts'),
    'fleet worlds, fleet join-code, fleet find, fleet tag, fleet remove, fleet lists, fleet list create, ' +
      'fleet ban, fleet unban, fleet token create, fleet token list, fleet token revoke',
  ],
];

export const CLI_COMMANDS: readonly CommandEntry[] = MODULES.flatMap(([load, names]) =>
  names.split(', ').map((name) => ({ name, load: async () => commandIn(await load(), name) })),
);

/** The export that is the command of this name: surface.test.ts loads each. */
function commandIn(module: Readonly<Record<string, unknown>>, name: string): CliCommand {
  const commands = Object.values(module) as CliCommand[]; // what else a module exports has another name
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`no module exports the command ${name}`);
  return command;
}

export function loadCommands(entries: readonly CommandEntry[]): Promise<CliCommand[]> {
  return Promise.all(entries.map(({ load }) => load()));
}
