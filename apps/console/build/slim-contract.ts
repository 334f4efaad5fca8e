import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { words } from '@palatine/contract/words';
import type { Plugin } from 'vite';

const CONTRACT = join(dirname(fileURLToPath(import.meta.resolve('@palatine/contract'))), '/');
/** The vocabulary of the shapes: in the page it makes empty ones. */
const VOCABULARY = join(CONTRACT, 'type.ts');
/** The builders of shapes, of which the page gets none. */
const BUILDERS = join(CONTRACT, 'schema-builders.ts');

/** The parts of a route that the client and the console read. Its shapes and texts are for the server and the API document. */
const KEPT = words('method base path permission optionalPermissions title game attached attachedOnly stream');

/** The modules whose routes a table is made of, each with the name under which the table's module imports it. */
const SUBJECT = /import \* as [a-z]\w* from '(\.\/[\w-]+\.ts)'/g;

/** Ends the id of the own source of a module that has a slim form. */
const SOURCE = '?source';

/**
 * Leaves the shapes and texts of routes out of the page, which neither validates nor prints them. Tree shaking cannot:
 * the client takes each route from one table, whole. Without this plugin the script of the first page is 116 kB
 * compressed in place of 57 kB. In a module of the contract, routes, shapes and plain values are replaced by what is
 * left of them; functions come from the module's own source, with empty shapes.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId(id) {
      return id.endsWith(SOURCE) ? { id, moduleSideEffects: false } : undefined;
    },
    async load(id) {
      if (id === BUILDERS) return 'export const Type = new Proxy({}, { get: () => () => ({}) });\n';
      if (!id.startsWith(CONTRACT)) return undefined;
      if (id === VOCABULARY) {
        const names = Object.keys(await exportsOf(id));
        return `const shape = () => ({});\nexport { ${names.map((name) => `shape as ${name}`).join(', ')} };\n`;
      }
      if (id.endsWith(SOURCE)) return readFileSync(id.slice(0, -SOURCE.length), 'utf8');
      const source = readFileSync(id, 'utf8');
      const subjects = [...source.matchAll(SUBJECT)].map(([, file = '']) => file);
      if (subjects.length > 0) return tableModule(await exportsOf(id), await routesIn(subjects));
      if (!/from '\.\/(schema-builders|type)\.ts'| = route\(/.test(source)) return undefined;
      return slimModule(await exportsOf(id), `${id}${SOURCE}`);
    },
  };
}

async function exportsOf(file: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(file).href);
}

/** Each route of these modules, with the file that exports it and its name. */
async function routesIn(files: readonly string[]): Promise<ReadonlyMap<unknown, readonly [string, string]>> {
  const modules = files.map(async (file) => {
    const exports = await exportsOf(join(CONTRACT, file));
    return Object.entries(exports).map(([name, value]) => [value, [file, name]] as const);
  });
  return new Map((await Promise.all(modules)).flat().filter(([value]) => isRoute(value)));
}

/**
 * A module of tables of routes, which takes each from the slim form of its module, so that a page that needs one route
 * and a page that needs the table share it. Other values of the module are slimmed as anywhere.
 */
export function tableModule(
  exports: Readonly<Record<string, unknown>>,
  sources: ReadonlyMap<unknown, readonly [file: string, name: string]>,
): string {
  const imported = new Set<string>();
  const lines = Object.entries(exports).map(([table, value]) => {
    if (typeof value !== 'object') throw new Error(`${table} is not a table of routes`);
    const names = Object.values(value as object).map((route) => sources.get(route));
    if (names.includes(undefined)) return `export const ${table} = ${JSON.stringify(slimValue(value))};`;
    for (const [file, name] of names.filter((source) => source !== undefined))
      imported.add(`import { ${name} } from '${file}';`);
    return `export const ${table} = { ${Object.keys(value as object).join(', ')} };`;
  });
  return `${[...imported, ...lines].join('\n')}\n`;
}

/** The module of these exports without shapes and texts; those that are code come from the module `source`. */
export function slimModule(exports: Readonly<Record<string, unknown>>, source: string): string {
  const lines: string[] = [];
  const code: string[] = [];
  for (const [name, value] of Object.entries(exports)) {
    const slim = slimValue(value);
    if (isPlain(slim)) lines.push(`export const ${name} = ${JSON.stringify(slim)};`);
    else code.push(name);
  }
  if (code.length > 0) lines.push(`export { ${code.join(', ')} } from ${JSON.stringify(source)};`);
  return `${lines.join('\n')}\n`;
}

function slimValue(value: unknown): unknown {
  if (isShape(value)) return {};
  if (isRoute(value)) return slimRoute(value);
  return isTable(value)
    ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, slimValue(entry)]))
    : value;
}

function slimRoute(route: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.fromEntries(KEPT.filter((key) => key in route).map((key) => [key, route[key]]));
  return 'wrapped' in route ? { ...fields, wrapped: route.wrapped } : fields;
}

function isRoute(value: unknown): value is Record<string, unknown> {
  return isObject(value) && 'method' in value && 'examples' in value;
}

/** TypeBox marks its shapes by a property that JSON does not show. */
function isShape(value: unknown): boolean {
  return isObject(value) && '~kind' in value;
}

/** An object of named values, such as the shapes of all events. */
function isTable(value: unknown): value is object {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether JSON says all of a value. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isObject(value)) return !isShape(value) && Object.values(value).every(isPlain);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
