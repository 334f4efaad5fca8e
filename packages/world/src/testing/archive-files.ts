import type { OperatorFiles } from '../state/game-context.ts';

/** No operator files: nothing is found, and archiving throws. */
export const NO_FILES: OperatorFiles = {
  palTemplate: () => undefined,
  importRules: () => undefined,
  writeArchive() {
    throw new Error('there is nowhere to archive to');
  },
  readArchive: () => undefined,
  newestArchive: () => undefined,
};

/** Archives in memory, as JSON by file name. Invalid JSON simulates a damaged file. */
export interface MemoryArchives {
  readonly archives: Map<string, string>;
  readonly files: OperatorFiles;
}

export function memoryArchives(overrides: Partial<OperatorFiles> = {}): MemoryArchives {
  const archives = new Map<string, string>();
  return {
    archives,
    files: {
      ...NO_FILES,
      ...overrides,
      writeArchive(name, content) {
        archives.set(`${name}.gz`, JSON.stringify(content));
        return `Archives/${name}.gz`;
      },
      newestArchive: (campId) =>
        [...archives.keys()]
          .filter((name) => name.includes(campId))
          .sort()
          .at(-1),
      readArchive(name) {
        const text = archives.get(name);
        if (text === undefined) return undefined;
        try {
          return JSON.parse(text);
        } catch (cause) {
          throw new SyntaxError('is not valid JSON', { cause });
        }
      },
    },
  };
}
