import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = join(dirname(fileURLToPath(import.meta.resolve('@palatine/contract'))), '/');
const STUB = '\0shapes';

/** What the client and the console read of a route. Its shapes and texts are for the server and the API document. */
const KEPT = ['method', 'base', 'path', 'permission', 'title', 'game', 'attached', 'attachedOnly', 'stream'];

/**
 * Leaves shapes and texts of routes out of the page, which never validates and never prints them: together they are
 * more than all else in it. A module of the contract whose exports are routes, shapes and plain values becomes those
 * values; of any other module the code stays, with shapes that are empty objects.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId(id) {
      return id === 'typebox' ? STUB : undefined;
    },
    async load(id) {
      if (id === STUB)
        return 'const shape = () => ({});\nexport default new Proxy({}, { get: () => shape });\n';
      if (!id.startsWith(CONTRACT) || !/ = route\(/.test(readFileSync(id, 'utf8'))) return undefined;
      return slimModule((await import(pathToFileURL(id).href)) as Record<string, unknown>);
    },
  };
}

/** The module of these exports without shapes and texts; undefined where one of them is code. */
export function slimModule(exports: Readonly<Record<string, unknown>>): string | undefined {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(exports)) {
    const kept = isShape(value) ? {} : isRoute(value) ? slimRoute(value) : value;
    if (!isPlain(kept)) return undefined;
    lines.push(`export const ${name} = ${JSON.stringify(kept)};`);
  }
  return `${lines.join('\n')}\n`;
}

function slimRoute(route: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.fromEntries(KEPT.filter((key) => key in route).map((key) => [key, route[key]]));
  return 'wrapped' in route ? { ...kept, wrapped: route.wrapped } : kept;
}

function isRoute(value: unknown): value is Record<string, unknown> {
  return isObject(value) && 'method' in value && 'examples' in value;
}

/** TypeBox marks its shapes by a property that JSON does not show. */
function isShape(value: unknown): boolean {
  return isObject(value) && '~kind' in value;
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
