import { type CampRow, getCampDetails } from '@palatine/contract';
import { useMemo } from 'preact/hooks';
import { useResource } from '../../data/use-resource.ts';
import { client, may } from '../../session/session.ts';
import { usePlan } from './FloorPlan.tsx';
import './floor-plan.css';
import { reachOf } from './plan.ts';

/** A base from above, small; an empty frame until it has been read. The name of the base stands beside it. */
export function PlanThumbnail({ camp }: { camp: Pick<CampRow, 'Id' | 'Place' | 'AreaRangeCm'> }) {
  const details = useResource(
    async (signal) =>
      may(getCampDetails)
        ? client().call(getCampDetails, { params: { base_camp_id: camp.Id }, signal })
        : undefined,
    [camp.Id],
  );
  const plan = usePlan(camp, details.value.value?.Objects.Rows ?? NOTHING);
  // One path for all that looks alike, however much stands there.
  const groups = useMemo(() => {
    const seen = plan.filter(({ footprint }) => footprint.level !== 'roof');
    return [...Map.groupBy(seen, ({ kind, footprint }) => `${footprint.level} ${kind}`).values()];
  }, [plan]);
  const reach = reachOf(plan, camp.AreaRangeCm);
  return (
    <svg class="plan-thumbnail" viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      {groups.map(([first, ...others]) =>
        first === undefined ? null : (
          <path
            key={`${first.footprint.level} ${first.kind}`}
            class={`plan-mark ${first.footprint.level}`}
            data-kind={first.kind}
            d={[first, ...others].map(({ outline }) => outline).join('')}
          />
        ),
      )}
    </svg>
  );
}

const NOTHING: readonly [] = [];
