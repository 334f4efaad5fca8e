import { FLEET_PLAYERS_READ_PRIVATE, type FleetPlayer, LIMITS, searchFleetPlayers } from '@palatine/contract';
import { formatList, formatNumber } from '../../data/format.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Masked } from '../../faces/Masked.tsx';
import { MoreRows } from '../../faces/MoreRows.tsx';
import { Name } from '../../faces/Name.tsx';
import { Status } from '../../faces/Status.tsx';
import { Time } from '../../faces/Time.tsx';
import { Unknown } from '../../faces/Unknown.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { worldHref } from '../../navigation/place.ts';
import { may } from '../../session/session.ts';
import { filterOf, SearchFilter, setFilter } from '../../table/address-filters.tsx';
import { given } from '../../table/list-address.ts';
import { PAGE, useFleetPages } from '../parts/use-fleet-pages.ts';
import { chosenWorld, WorldSelect } from '../parts/WorldSelect.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { WorldLink } from '../world/WorldLink.tsx';

/** The players of every world: one row for each world that knows somebody. */
export default function FleetPlayersPage() {
  const text = fleetTexts.value.players;
  const [find, world, online] = [filterOf('find'), chosenWorld(), filterOf('online') === 'true'];
  const query = given({ Limit: PAGE, Find: find.trim(), World: world, Online: online || undefined });
  const players = useFleetPages(searchFleetPlayers, { rows: ({ Rows }) => Rows }, { query });
  const findsIds = may({ permission: FLEET_PLAYERS_READ_PRIVATE });
  const label = findsIds ? text.find : text.findNames;
  return (
    <PageBody
      toolbar={
        <>
          <SearchFilter name="find" label={label} maxLength={LIMITS.filterChars} />
          <WorldSelect />
          <Switch checked={online} onChange={(only) => setFilter('online', only ? 'true' : '')}>
            {text.onlineOnly}
          </Switch>
        </>
      }
    >
      <Card title={text.title} note={<Age of={players} />} flush>
        <Faces
          of={players}
          rows={14}
          empty={find === '' && world === '' && !online ? text.none : text.noneMatch}
        >
          {(rows) => (
            <>
              <PlayerRows rows={rows} withIds={findsIds} />
              <MoreRows of={players} text={fleetTexts.value.lists.more} />
            </>
          )}
        </Faces>
      </Card>
    </PageBody>
  );
}

function PlayerRows({ rows, withIds }: { rows: readonly FleetPlayer[]; withIds: boolean }) {
  const text = fleetTexts.value.players;
  return (
    <PlainTable
      label={text.title}
      rows={rows}
      keyOf={({ World, Uid }) => `${World} ${Uid}`}
      columns={[
        { title: text.name, cell: nameCell },
        {
          title: text.world,
          cell: ({ World, WorldName }) => <WorldLink world={World} name={WorldName} />,
        },
        {
          title: text.seen,
          cell: ({ Online, LastSeen }) =>
            Online ? <Status tone="ok">{text.online}</Status> : <Time at={LastSeen} />,
        },
        {
          title: text.level,
          figures: true,
          cell: ({ Level }) => (Level === undefined ? <Unknown /> : formatNumber(Level)),
        },
        {
          title: text.guild,
          cell: ({ Guild }) => (Guild === undefined ? <Unknown /> : <Name text={Guild} />),
        },
        { title: text.platform, cell: ({ Platform }) => Platform || <Unknown /> },
        ...(withIds
          ? [
              {
                title: text.userId,
                cell: ({ UserId, Name: name }: FleetPlayer) => (
                  <Masked text={UserId ?? ''} what={`${text.userId} ${visibleText(name)}`} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function nameCell({ World, Uid, Name: name, FormerNames }: FleetPlayer) {
  const text = fleetTexts.value.players;
  return (
    <>
      <a href={worldHref(World, `/players/${encodeURIComponent(Uid)}`)}>
        <Name text={name} />
      </a>
      {FormerNames.length > 0 && (
        <div class="faint">{text.formerly(formatList(FormerNames.map((each) => visibleText(each))))}</div>
      )}
    </>
  );
}
