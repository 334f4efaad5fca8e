import type { CampDetailsReply, CampObjectCells } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { Card, Columns } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import { FloorPlan } from './plan/FloorPlan.tsx';
import { StorageCard } from './Storages.tsx';

/** The floor plan of a base; a storage opens beside it. Below, what stands there by kind. */
export function BasePlan({ of: { Camp, Objects, Storages } }: { of: CampDetailsReply }): JSX.Element {
  const text = texts.value.bases;
  const chosen = useSignal('');
  const storage = Storages.find(({ ContainerId }) => ContainerId === chosen.value);
  const counts = countObjects(Objects.Rows);
  return (
    <Columns wide>
      <Card title={text.plan}>
        <FloorPlan
          camp={Camp}
          objects={Objects.Rows}
          selected={chosen.value}
          onStorage={(containerId) => {
            chosen.value = containerId;
          }}
        />
      </Card>
      <div class="base-side">
        {storage !== undefined && <StorageCard of={storage} />}
        <Card title={text.objects} note={formatNumber(Objects.Rows.length)} flush>
          <PlainTable
            label={text.objects}
            rows={counts}
            keyOf={({ objectId }) => objectId}
            columns={[
              { title: text.object, cell: ({ objectId }) => nameOf('MapObjects', objectId) },
              { title: text.count, figures: true, cell: ({ count }) => formatNumber(count) },
              {
                title: text.hurt,
                figures: true,
                cell: ({ hurt }) => (hurt === 0 ? '–' : formatNumber(hurt)),
              },
            ]}
          />
        </Card>
      </div>
    </Columns>
  );
}

/** How many objects of a kind stand at a base, and how many of them are damaged. */
interface ObjectCount {
  readonly objectId: string;
  readonly count: number;
  readonly hurt: number;
}

/** The objects of a base by kind, the most frequent first. */
export function countObjects(rows: readonly CampObjectCells[]): ObjectCount[] {
  const counts = new Map<string, { count: number; hurt: number }>();
  for (const [, objectId, , , , , , hp, maxHp] of rows) {
    const found = counts.get(objectId) ?? { count: 0, hurt: 0 };
    found.count += 1;
    if (hp < maxHp) found.hurt += 1;
    counts.set(objectId, found);
  }
  return [...counts]
    .map(([objectId, each]) => ({ objectId, ...each }))
    .sort((one, other) => other.count - one.count || (one.objectId < other.objectId ? -1 : 1));
}
