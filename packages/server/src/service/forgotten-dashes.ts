import type { Flag } from './flags.ts';

/** The command meant where `--` was forgotten: npm keeps `--import`, passing DIR. Undefined for none. */
export function forgottenDashes(
  flags: Record<string, Flag>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (env.npm_lifecycle_event !== 'start') return undefined;
  const kept = Object.keys(flags).filter((flag) => keptByNpm(env, flag) !== undefined);
  if (kept.length === 0) return undefined;
  // With one value passed on, it is clear which flag it belonged to when only one lacks its value.
  const words = args.filter((arg) => !arg.startsWith('-'));
  const lacking = kept.filter((flag) => flags[flag]?.value !== undefined && keptByNpm(env, flag) === 'true');
  const meant = kept.map((flag) => {
    const placeholder = flags[flag]?.value;
    const value = keptByNpm(env, flag);
    if (placeholder === undefined) return `--${flag}`;
    if (value !== 'true') return `--${flag} ${value}`;
    return `--${flag} ${lacking.length === 1 && words.length === 1 ? words[0] : placeholder}`;
  });
  return `npm start -- ${meant.join(' ')}`;
}

/** npm turns `--no-simulate` into an empty npm_config_simulate. */
function keptByNpm(env: NodeJS.ProcessEnv, flag: string): string | undefined {
  if (!flag.startsWith('no-')) return env[`npm_config_${flag}`] || undefined;
  return env[`npm_config_${flag.slice('no-'.length)}`] === '' ? 'true' : undefined;
}
