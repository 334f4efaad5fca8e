import {
  type CampRow,
  type GuildDetailsReply,
  type GuildMemberRow,
  getCampDetails,
} from '@palatine/contract';
import { useMemo } from 'preact/hooks';
import { usePlan } from '../bases/plan/FloorPlan.tsx';
import { reachOf } from '../bases/plan/plan.ts';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { PlayerSeal } from '../glyphs/Seals.tsx';
import { Card, Columns } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { known, Name, Status, Time } from '../views/Values.tsx';
import '../bases/plan/floor-plan.css';

export function GuildOverview({ details: { Members, Camps } }: { details: GuildDetailsReply }) {
  const text = texts.value.guilds;
  return (
    <Columns>
      <Card title={text.memberCount} flush>
        <PlainTable
          label={text.memberCount}
          rows={Members}
          keyOf={({ Uid }) => Uid}
          columns={[
            { title: text.name, cell: memberCell },
            { title: text.role, cell: ({ Role }) => text.roles(Role) },
            { title: text.level, figures: true, cell: ({ Level }) => known(Level, formatNumber) },
            {
              title: text.seen,
              cell: ({ Online, LastSeen }) =>
                Online ? <Status tone="ok">{text.isOnline}</Status> : <Time at={LastSeen} />,
            },
          ]}
        />
      </Card>
      <Card title={text.baseCount} flush={Camps.length > 0}>
        {Camps.length === 0 ? (
          <p class="quiet">{text.noBases}</p>
        ) : (
          <PlainTable
            label={text.baseCount}
            rows={Camps}
            keyOf={({ Id }) => Id}
            columns={[
              {
                title: text.place,
                cell: (camp) => (
                  <a class="row" href={hrefOf(`/bases/${camp.Id}`)}>
                    <PlanThumbnail camp={camp} />
                    {camp.Near === undefined
                      ? formatPlace(camp.Place)
                      : texts.value.commands.near(nameOf('Places', camp.Near.Id))}
                  </a>
                ),
              },
              {
                title: text.workers,
                figures: true,
                cell: ({ Workers, Capacity }) => text.slots(formatNumber(Workers), formatNumber(Capacity)),
              },
              { title: text.buildings, figures: true, cell: ({ Counts }) => formatNumber(Counts.Buildings) },
              { title: text.storages, figures: true, cell: ({ Counts }) => formatNumber(Counts.Storages) },
            ]}
          />
        )}
      </Card>
    </Columns>
  );
}

function memberCell({ Uid, Name: name }: GuildMemberRow) {
  return (
    <a class="row plain-link" href={hrefOf(`/players/${Uid}`)}>
      <PlayerSeal uid={Uid} name={name} size={24} />
      <Name text={name} />
    </a>
  );
}

/** A base from above, small; an empty frame until it has been read. The name of the base is beside it. */
function PlanThumbnail({ camp }: { camp: Pick<CampRow, 'Id' | 'Place' | 'AreaRangeCm'> }) {
  const details = useResource(
    async (signal) =>
      may(getCampDetails)
        ? client().call(getCampDetails, { params: { base_camp_id: camp.Id }, signal })
        : undefined,
    [camp.Id],
  );
  const plan = usePlan(camp, details.value.value?.Objects.Rows ?? NOTHING);
  // One path for all that looks alike, however much is there.
  const groups = useMemo(() => {
    const seen = plan.filter(({ footprint }) => footprint.level !== 'roof');
    return [...Map.groupBy(seen, ({ kind, footprint }) => `${footprint.level} ${kind}`)];
  }, [plan]);
  const reach = reachOf(plan, camp.AreaRangeCm);
  return (
    <svg class="plan-thumbnail" viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      {groups.map(([looks, marks]) => (
        <path
          key={looks}
          class={`plan-mark ${marks[0]?.footprint.level}`}
          data-kind={marks[0]?.kind}
          d={marks.map(({ outline }) => outline).join('')}
        />
      ))}
    </svg>
  );
}

const NOTHING: readonly [] = [];
