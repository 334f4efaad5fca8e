import { flagLines } from '../service/flags.ts';
import type { CommandShape } from './command.ts';
import { columns } from './terminal.ts';

/** The help of `palatine` without a command. */
export function overview(commands: readonly CommandShape[]): string {
  return `Palatine, an administration server for Palworld worlds

  palatine COMMAND [flags]

${commandLines(commands)}

  palatine COMMAND --help lists the flags of a command; palatine --version prints the version.
  Every command takes --data DIR: the data folder (PALATINE_DATA, default ./data), or for the commands of a fleet
  the folder of its gateway (PALATINE_FLEET, default ./fleet). All but serve and fleet start take --json.
  Exit codes: 0 done, 1 something has to be mended first (one line says what), 2 the command line is wrong.
`;
}

/** The help of the commands that share their first words, such as `token` or `fleet token`. */
export function groupHelp(group: string, commands: readonly CommandShape[]): string {
  return `palatine ${group} COMMAND

${commandLines(commands)}

  palatine ${group} COMMAND --help lists the flags of a command.
`;
}

export function helpOf({ name, positionals, description, flags, notes = [] }: CommandShape): string {
  const more = notes.length === 0 ? '' : `\n${notes.map((note) => `  ${note}\n`).join('')}`;
  const usage = ['palatine', name, ...positionals].join(' ');
  return `${usage}: ${description}\n\n${flagLines(flags).join('\n')}\n${more}`;
}

function commandLines(commands: readonly CommandShape[]): string {
  const rows = commands.map(({ name, positionals, description }) => [
    `  ${[name, ...positionals].join(' ')}`,
    description,
  ]);
  return columns(rows).join('\n');
}
