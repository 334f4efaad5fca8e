import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type ChunkGroup = Rolldown.CodeSplittingGroup;
/** How a module's imports are read while chunks are made. */
type Graph = Parameters<Exclude<ChunkGroup['name'], string>>[1];

/** Modules of the first page: the frame and the overview. */
const FIRST_PAGE = ['shell/App.tsx', 'overview/OverviewPage.tsx'].map((file) =>
  fileURLToPath(new URL(`../src/${file}`, import.meta.url)),
);

/** Modules that only a gateway's page runs. */
const FLEET = /console\/src\/fleet\//;

/**
 * The chunks that several parts of the page share. Many small ones compress badly and are a request each, so there are
 * four: what the first page runs, the kit, what else more than one part needs, and what more than one page of a fleet
 * needs. All other code is in the chunk of the part that imports it. The styles beyond the first page are one file,
 * which is half of what they are apart; those of a fleet are another one.
 */
export function sharedChunks(): ChunkGroup[] {
  let first: Set<string> | undefined;
  return [
    {
      debugName: 'first',
      name(id, graph) {
        first ??= importedBy(FIRST_PAGE, graph);
        return first.has(id) && !FLEET.test(id) ? 'first' : null;
      },
      priority: 4,
    },
    { name: 'fleet', test: /console\/src\/fleet\/.+\.css$/, priority: 3 },
    { name: 'styles', test: /(?<!base)\.css$/, priority: 3 }, // base.css comes before all code
    { name: 'kit', test: /@base-ui|@floating-ui|console\/src\/kit/, priority: 2 },
    // A group takes in what its modules import, so the fleet comes last and takes nothing that others need.
    { debugName: 'shared', name: (id) => (FLEET.test(id) ? null : 'shared'), minShareCount: 2, priority: 1 },
    { name: 'fleet', test: FLEET, minShareCount: 2, priority: 0 },
  ];
}

/** These modules and all that they import, but for what they load later. */
function importedBy(ids: readonly string[], graph: Graph): Set<string> {
  const modules = new Set<string>();
  const visit = (id: string) => {
    if (modules.has(id)) return;
    modules.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const id of ids) visit(id);
  return modules;
}
