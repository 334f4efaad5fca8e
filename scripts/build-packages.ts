// Makes what is published of packages/contract and packages/client: JavaScript modules with their types. The workspace
// itself runs the TypeScript sources; what is different in a published package.json stands under its `publishConfig`,
// and `private` keeps the sources from being published by mistake.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** In the order of their building: each may import those before it. */
const PUBLISHED = ['contract', 'client'] as const;
type Published = (typeof PUBLISHED)[number];

/** For Node 20 and the browsers of 2023; without types of Node, so that Node-only code is an error. */
const TARGET = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
};

/** @returns the folder of each package. */
export function buildPackages(folderOf: (name: Published) => string): string[] {
  const folders: string[] = [];
  const paths: Record<string, string[]> = {
    typebox: [join(ROOT, 'node_modules/typebox/build/index.d.mts')],
  };
  for (const name of PUBLISHED) {
    const source = join(ROOT, 'packages', name);
    const folder = resolve(folderOf(name));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    compile(source, folder, paths);
    for (const file of ['README.md', 'LICENSE']) {
      if (existsSync(join(source, file))) cpSync(join(source, file), join(folder, file));
    }
    const sourcePackage: unknown = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify(toPublished(sourcePackage as SourcePackage), null, 2)}\n`,
    );
    paths[`@palatine/${name}`] = [join(folder, 'index.d.ts')];
    folders.push(folder);
  }
  return folders;
}

interface SourcePackage {
  private?: boolean;
  publishConfig: { access: string; exports: Record<string, unknown> };
  [field: string]: unknown;
}

function toPublished({ private: _, publishConfig, ...rest }: SourcePackage): Record<string, unknown> {
  const { exports, ...config } = publishConfig;
  return { ...rest, exports, publishConfig: config };
}

function compile(source: string, folder: string, paths: Record<string, string[]>): void {
  const config = join(folder, 'tsconfig.build.json');
  const compilerOptions = {
    ...TARGET,
    paths,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(source, 'src'),
    outDir: folder,
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: [join(source, 'src/index.ts')],
    }),
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });
  if (run.status !== 0) throw new Error(`${source} does not compile for publishing`);
  rmSync(config);
  for (const file of globSync('**/*.d.ts', { cwd: folder })) namePublishedFiles(join(folder, file));
}

/** In types the compiler leaves `./x.ts` as it is, and no such file is published. */
function namePublishedFiles(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'));
}
