import { TEMPORARY_TOKEN } from './token-warnings.ts';

/** What a file was read as. */
interface ReadFile {
  token?: { name: string };
  digest?: string;
  error?: string;
  warnings?: readonly string[];
}

/** What is to be said of a file: why it does not count, and what is not as it should be. Each names the file. */
export interface FileVerdict {
  error: string | undefined;
  warnings: readonly string[];
}

/**
 * What is to be said of the token files of a folder. The log of a server, `token list` and the doctor all say this.
 * Of files that hold the same token none counts: which of their permissions it has cannot be known.
 */
export function examineTokens(files: ReadonlyMap<string, ReadFile>): Map<string, FileVerdict> {
  const twins = sharing(files, ({ digest }) => digest);
  const counting = new Map([...files].filter(([name, { token }]) => token !== undefined && !twins.has(name)));
  const lasting = new Map([...counting].filter(([name]) => !TEMPORARY_TOKEN.test(name))); // all of a user have one name
  const namesakes = sharing(lasting, ({ token }) => token?.name);
  return new Map(
    [...files].map(([name, { error, token, warnings = [] }]) => {
      const twin = twins.get(name);
      const namesake = namesakes.get(name);
      return [
        name,
        {
          error: twin === undefined ? error : `${twin} hold the same token; none of them counts`,
          warnings: [
            ...warnings.map((warning) => `${name}: ${warning}`),
            ...(namesake === undefined
              ? []
              : [`${namesake} share the Name "${token?.name}": the audit cannot tell them apart`]),
          ],
        },
      ];
    }),
  );
}

/** The files that share something with another one, each with the names of all that share it. */
function sharing(
  files: ReadonlyMap<string, ReadFile>,
  keyOf: (file: ReadFile) => string | undefined,
): Map<string, string> {
  const groups = Map.groupBy(files, ([, file]) => keyOf(file));
  groups.delete(undefined);
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => group.map(([name]) => [name, group.map(([each]) => each).join(' and ')])),
  );
}
