import type { GuildDetailsReply, GuildMemberRow } from '@palatine/contract';
import { PlanThumbnail } from '../bases/plan/PlanThumbnail.tsx';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { PlayerSeal } from '../glyphs/PlayerSeal.tsx';
import { Card, Columns } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** The members and the bases of a guild. */
export function GuildOverview({ of: { Members, Camps } }: { of: GuildDetailsReply }) {
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
            {
              title: text.level,
              figures: true,
              cell: ({ Level }) => (Level === undefined ? <Unknown /> : formatNumber(Level)),
            },
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
                  <a class="base-and-place" href={hrefOf(`/bases/${camp.Id}`)}>
                    <PlanThumbnail camp={camp} />
                    {camp.Near === undefined
                      ? formatPlace(camp.Place)
                      : text.near(nameOf('Places', camp.Near.Id))}
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
    <a class="guild-member" href={hrefOf(`/players/${Uid}`)}>
      <PlayerSeal uid={Uid} name={name} size={24} />
      <Name text={name} />
    </a>
  );
}
