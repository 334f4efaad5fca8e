import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

/** Which of our packages each may import. Arrows run downwards only. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  save: [],
  world: ['contract', 'save'],
  server: ['contract', 'save', 'world'],
  client: ['contract'],
};
/** The world knows save files by their records' types alone; it reads none itself. */
const TYPES_ONLY = new Set(['world -> save']);
/** Tests may use our own client, and read saves. */
const TEST = /\.test\.ts$|[\\/]testing[\\/]/;

interface Import {
  from: string;
  typeOnly: boolean;
}

/** Every import that goes against the direction of the rooms, and every circle, in sentences. */
export function boundaryFaults(packages: string): string[] {
  const faults: string[] = [];
  const graph = new Map<string, string[]>();
  for (const file of globSync('*/src/**/*.ts', { cwd: packages })) {
    const room = file.split(sep)[0] ?? '';
    const allowed = MAY_IMPORT[room];
    if (allowed === undefined) {
      faults.push(`${file}: the room ${room} is not known to scripts/boundaries.ts`);
      continue;
    }
    const edges: string[] = [];
    for (const { from, typeOnly } of importsOf(readFileSync(join(packages, file), 'utf8'))) {
      if (from.startsWith('.')) {
        const target = normalize(join(dirname(file), from));
        if (target.split(sep)[0] !== room) {
          if (!TEST.test(file) || !target.startsWith('..'))
            faults.push(`${file}: reaches into ${relative('.', target)}`);
        } else if (!typeOnly) edges.push(target);
        continue;
      }
      const other = /^@palatine\/([a-z]+)(\/.*)?$/.exec(from);
      if (other === null) continue;
      const name = other[1] ?? '';
      if (TEST.test(file)) continue;
      if (!allowed.includes(name)) faults.push(`${file}: ${room} may not import ${name}`);
      else if (TYPES_ONLY.has(`${room} -> ${name}`) && !typeOnly) {
        faults.push(`${file}: ${room} may import types of ${name} only`);
      }
    }
    graph.set(file, edges);
  }
  return [...faults, ...circles(graph)];
}

function importsOf(source: string): Import[] {
  const found: Import[] = [];
  for (const match of source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([^'"`;]*?\bfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    if (match[0].trimStart().startsWith('export') && match[2] === undefined) continue;
    const names = /\{([^}]*)\}/
      .exec(match[2] ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const allTypes =
      names !== undefined && names.length > 0 && names.every((name) => name.trim().startsWith('type '));
    found.push({ from: match[3] ?? '', typeOnly: match[1] !== undefined || allTypes });
  }
  return found;
}

function circles(graph: Map<string, string[]>): string[] {
  const faults: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  function visit(file: string): void {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      faults.push(`circle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    state.set(file, 'open');
    trail.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    trail.pop();
    state.set(file, 'done');
  }
  for (const file of graph.keys()) visit(file);
  return faults;
}
