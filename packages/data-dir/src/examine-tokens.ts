import { TEMPORARY_TOKEN } from './token-warnings.ts';

/** A parsed token file: its token, or the error for which it is skipped. */
export interface ReadFile {
  token?: { name: string; permissions: readonly string[] };
  /** SHA-256 of the secret, in hex. */
  digest?: string;
  error?: string;
  disabled?: boolean;
  /** ms since 1970; the token is invalid from then on. */
  expiresAtMs?: number | undefined;
  /** Warnings about a valid or ignored file, without its name. */
  warnings?: readonly string[];
}

/** Findings about a file. Each names the file. */
export interface FileVerdict {
  error: string | undefined;
  /** Why a faultless file is inactive: its operator wants it so. */
  off: string | undefined;
  warnings: readonly string[];
}

export interface TokenExamination {
  nowMs: number;
  defaultPermissions: readonly string[];
}

/** Examines the token files of a folder. Files with the same token but different permissions are all invalid. */
export function examineTokens(
  files: ReadonlyMap<string, ReadFile>,
  { nowMs, defaultPermissions }: TokenExamination,
): Map<string, FileVerdict> {
  const on = new Map([...files].filter(([, file]) => file.token !== undefined && !whyOff(file, nowMs)));
  const sharers = sharing(on, ({ digest }) => digest);
  const agree = (names: readonly string[]) => new Set(names.map((name) => heldBy(on.get(name)))).size === 1;
  const copies = new Map([...sharers].filter(([, names]) => agree(names)));
  const twins = new Map([...sharers].filter(([, names]) => !agree(names)));
  const lasting = new Map(
    [...on].filter(
      ([name]) =>
        !twins.has(name) &&
        (copies.get(name)?.[0] ?? name) === name && // the first of its copies
        !TEMPORARY_TOKEN.test(name), // all of a user have the same name
    ),
  );
  const namesakes = sharing(lasting, ({ token }) => token?.name);
  const verdictOf = (name: string, file: ReadFile): FileVerdict => {
    const [twin, copy, namesake] = [twins.get(name), copies.get(name), namesakes.get(name)].map((names) =>
      names?.join(' and '),
    );
    const off = whyOff(file, nowMs);
    const isPowerless =
      file.token && [...file.token.permissions, ...defaultPermissions].every((it) => it === '');
    const warnings = (file.warnings ?? []).map((warning) => `${name}: ${warning}`);
    if (isPowerless) warnings.push(`${name}: it has no permission, so every call is refused`);
    if (copy) warnings.push(`${copy} hold the same token with the same permissions: one of them is enough`);
    if (namesake)
      warnings.push(`${namesake} share the Name "${file.token?.name}": the audit cannot tell them apart`);
    const differ = twin && `${twin} hold the same token with different permissions; none of them is valid`;
    return { error: differ ?? file.error, off: off && `${name}: ${off}`, warnings };
  };
  return new Map([...files].map(([name, file]) => [name, verdictOf(name, file)]));
}

function whyOff({ disabled, expiresAtMs }: ReadFile, nowMs: number): string | undefined {
  if (disabled) return 'is inactive because Enabled is false';
  if (expiresAtMs === undefined || nowMs < expiresAtMs) return undefined;
  return `has expired at ${new Date(expiresAtMs).toISOString()}, its Expires`;
}

/** Equal for files with the same permissions, in any order. */
function heldBy(file: ReadFile | undefined): string {
  return [...new Set(file?.token?.permissions)].sort().join('\n');
}

/** Files that share a key with others, each with the names of all of them. */
function sharing(
  files: ReadonlyMap<string, ReadFile>,
  keyOf: (file: ReadFile) => string | undefined,
): Map<string, string[]> {
  const groups = Map.groupBy(files, ([, file]) => keyOf(file));
  groups.delete(undefined);
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => group.map(([name]) => [name, group.map(([member]) => member)])),
  );
}
