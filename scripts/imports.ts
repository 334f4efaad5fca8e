/** A reference of one module to another. */
export interface Import {
  from: string;
  typeOnly: boolean;
  /** The file runs in its own thread: it is a program, which may import types from the one that starts it. */
  thread: boolean;
}

const BINDINGS = String.raw`(?:[\w$]+|\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+[\w$]+))?`;
const FROM = new RegExp(
  String.raw`^[ \t]*(?:import|export)\s+(type\s+)?(${BINDINGS})\s*from\s*(['"])(.+?)\3`,
  'gm',
);
const SIDE_EFFECT = /^[ \t]*import\s*(['"])(.+?)\1/gm;
const REQUIRED = /^[ \t]*(?:export\s+)?import\s+(type\s+)?[\w$]+\s*=\s*require\s*\(\s*(['"])(.+?)\2/gm;
/** `import('…')` of a value or a type, and the file of a thread. Not in the line of a comment, nor what a page loads. */
const DYNAMIC = /^(?![ \t]*(?:\*|\/\/|\/\*)).*?\b(import|new\s+URL)\s*\(\s*(['"])(.+?)\2(?!, document\.)/gm;

/** All imports of a module: static, re-exported, dynamic, and the files of threads. */
export function importsOf(source: string): Import[] {
  const imports: Import[] = [];
  for (const [, type, bindings = '', , from = ''] of source.matchAll(FROM)) {
    imports.push({ from, typeOnly: type !== undefined || bindsOnlyTypes(bindings), thread: false });
  }
  for (const [, , from = ''] of source.matchAll(SIDE_EFFECT)) {
    imports.push({ from, typeOnly: false, thread: false });
  }
  for (const [, type, , from = ''] of source.matchAll(REQUIRED)) {
    imports.push({ from, typeOnly: type !== undefined, thread: false });
  }
  for (const [, how, , from = ''] of source.matchAll(DYNAMIC)) {
    imports.push({ from, typeOnly: false, thread: how !== 'import' });
  }
  return imports;
}

function bindsOnlyTypes(bindings: string): boolean {
  const names = /^\{([^}]*)\}$/
    .exec(bindings)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => name.trim().startsWith('type '));
}

/** Imports of each node, by name. */
export type Graph = Map<string, Set<string>>;

export function addEdge(graph: Graph, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

/** The circles of a graph, each as its nodes in the order of the imports, the first node again at the end. */
export function circlesIn(graph: Graph): string[][] {
  const circles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  function visit(node: string): void {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      circles.push([...trail.slice(trail.indexOf(node)), node]);
      return;
    }
    state.set(node, 'open');
    trail.push(node);
    for (const target of graph.get(node) ?? []) visit(target);
    trail.pop();
    state.set(node, 'done');
  }
  for (const node of graph.keys()) visit(node);
  return circles;
}

/** The nodes by layers, from the top: each node imports only from layers below its own. The graph has no circle. */
export function layersOf(graph: Graph): string[][] {
  const heights = new Map<string, number>();
  function heightOf(node: string): number {
    const cached = heights.get(node);
    if (cached !== undefined) return cached;
    heights.set(node, 0);
    const height = Math.max(-1, ...[...(graph.get(node) ?? [])].map(heightOf)) + 1;
    heights.set(node, height);
    return height;
  }
  const layers = Object.groupBy([...graph.keys()], heightOf);
  return Object.values(layers)
    .map((nodes) => (nodes ?? []).sort())
    .reverse();
}
