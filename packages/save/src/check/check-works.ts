import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { WorkFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation-list.ts';

/** W1 to W4: works, and the work lists of camps. */
export function checkWorks(facts: SaveFacts, violations: ViolationList): void {
  const works = new Set(facts.level.works.map(({ id }) => id));
  const listed = new Map<SaveGuid, ReadonlySet<SaveGuid>>();
  for (const { key, works: list } of facts.level.camps) {
    listed.set(key, new Set(list?.workIds));
    for (const id of list?.workIds ?? []) {
      if (works.has(id)) continue;
      violations.add(
        'W3',
        id,
        `The work list of ${facts.camp(key)} names the work ${id}, which does not exist.`,
      );
    }
  }
  const halves = new Set(facts.level.mapObjects.map(({ concreteId }) => concreteId));
  for (const work of facts.level.works) {
    checkPlace(facts, work, halves, violations);
    checkAssigned(facts, work, violations);
    const { id, campId } = work;
    if (facts.camps.has(campId) && !listed.get(campId)?.has(id)) {
      violations.add('W4', id, `The work ${id} of ${facts.camp(campId)} is not in its work list.`);
    }
  }
}

function checkPlace(
  facts: SaveFacts,
  { id, campId, objectId, concreteId }: WorkFacts,
  halves: ReadonlySet<SaveGuid>,
  violations: ViolationList,
): void {
  const named: [string, SaveGuid, { has(id: SaveGuid): boolean }][] = [
    ['camp', campId, facts.camps],
    ['object', objectId, facts.mapObjects],
    ['half of an object', concreteId, halves],
  ];
  for (const [what, namedId, known] of named) {
    if (namedId === ZERO_GUID || known.has(namedId)) continue;
    violations.add('W1', id, `The work ${id} is for the ${what} ${namedId}, which does not exist.`);
  }
}

function checkAssigned(facts: SaveFacts, { id, assignedIds }: WorkFacts, violations: ViolationList): void {
  for (const pal of assignedIds) {
    if (facts.characters.has(pal)) continue;
    violations.add('W2', id, `The work ${id} is given to the Pal ${pal}, which does not exist.`);
  }
}
