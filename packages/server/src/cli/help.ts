import { COMMON_FLAGS, type CommandShape, type Flag } from './command.ts';
import { columns } from './terminal.ts';

/** The help of `palatine` without a command. */
export function overview(commands: readonly CommandShape[]): string {
  const rows = commands.map(({ name, positionals, description }) => [
    `  ${[name, ...positionals].join(' ')}`,
    description,
  ]);
  return `Palatine, an administration server for Palworld worlds

  palatine COMMAND [flags]

${columns(rows).join('\n')}

  palatine COMMAND --help lists the flags of a command; palatine --version prints the version.
  Every command takes --data DIR (PALATINE_DATA, default ./data); all but serve take --json.
  Exit codes: 0 done, 1 something has to be mended first (one line says what), 2 the command line is wrong.
`;
}

export function helpOf({ name, positionals, description, flags, notes = [] }: CommandShape): string {
  const rows = Object.entries<Flag>({ ...flags, ...COMMON_FLAGS }).map(([flag, { value, description }]) => [
    `  --${flag}${value === undefined ? '' : ` ${value}`}`,
    description,
  ]);
  const more = notes.length === 0 ? '' : `\n${notes.map((note) => `  ${note}\n`).join('')}`;
  return `palatine ${[name, ...positionals].join(' ')}: ${description}\n\n${columns(rows).join('\n')}\n${more}`;
}
