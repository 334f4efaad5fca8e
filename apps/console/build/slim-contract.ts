import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = join(dirname(fileURLToPath(import.meta.resolve('@palatine/contract'))), '/');
/** The vocabulary of the shapes: in the page it makes empty ones. */
const VOCABULARY = join(CONTRACT, 'type.ts');
const STUB = '\0shapes';

/** The parts of a route that the client and the console read. Its shapes and texts are for the server and the API document. */
const KEPT = ['method', 'base', 'path', 'permission', 'title', 'game', 'attached', 'attachedOnly', 'stream'];

/** The id of a module's own source ends so where its slim form replaces it. */
const SOURCE = '?source';

/**
 * Leaves shapes and texts of routes out of the page, which never validates and never prints them: together they are
 * more than all else in it. Of a module of the contract routes, shapes and plain values become those values; what is
 * code comes from the module's own source, which the build drops where nothing uses it, with shapes that are empty.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId(id) {
      if (id.endsWith(SOURCE)) return { id, moduleSideEffects: false };
      return id === 'typebox' ? STUB : undefined;
    },
    async load(id) {
      if (id === STUB)
        return 'const shape = () => ({});\nexport default new Proxy({}, { get: () => shape });\n';
      if (!id.startsWith(CONTRACT)) return undefined;
      if (id === VOCABULARY) {
        const names = Object.keys((await import(pathToFileURL(id).href)) as object);
        return `const shape = () => ({});\nexport { ${names.map((name) => `shape as ${name}`).join(', ')} };\n`;
      }
      if (id.endsWith(SOURCE)) return readFileSync(id.slice(0, -SOURCE.length), 'utf8');
      if (!/from '(typebox|\.\/type\.ts)'| = route\(/.test(readFileSync(id, 'utf8'))) return undefined;
      return slimModule((await import(pathToFileURL(id).href)) as Record<string, unknown>, `${id}${SOURCE}`);
    },
  };
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
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, slimValue(each)]))
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
