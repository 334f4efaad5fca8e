import { type CampRow, getCampDetails } from '@palatine/contract';
import { useResource } from '../data/use-resource.ts';
import { client, may } from '../session/session.ts';
import './bases.css';
import { PlanThumbnail } from './plan/PlanThumbnail.tsx';

/** The plan of a base, small; an empty frame until it has been read. */
export function BaseThumbnail({ camp }: { camp: Pick<CampRow, 'Id' | 'Place' | 'AreaRangeCm'> }) {
  const details = useResource(
    async (signal) =>
      may(getCampDetails)
        ? client().call(getCampDetails, { params: { base_camp_id: camp.Id }, signal })
        : undefined,
    [camp.Id],
  );
  const found = details.value.value;
  return (
    <span class="base-thumbnail">
      {found !== undefined && <PlanThumbnail camp={found.Camp} objects={found.Objects.Rows} size={64} />}
    </span>
  );
}
