import { type AuditEntry, getAudit, type PlayerDetails } from '@palatine/contract';
import { withNames } from '../../data/catalogue.ts';
import { useReply } from '../../data/use-resource.ts';
import { Card, Columns } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { may } from '../../session/session.ts';
import { type Column, codes, column, moments, type Sorting, words } from '../../table/column.tsx';
import { ListCard } from '../../table/ListView.tsx';
import { useWholeList } from '../../table/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { Masked, Name, NameLink, Status, Time } from '../../views/Values.tsx';
import { LastSessions } from './LastSessions.tsx';

/** The history of a player for moderators: sessions, names, addresses, and actions of operators. */
export function HistoryTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Player, FormerNames, Addresses, SameAddress } = details;
  // That of a session that goes on is not among the others.
  const current = Player.IP ? [{ IP: Player.IP, LastSeen: Player.LastSeen, isNow: Player.Online }] : [];
  const earlier = Addresses?.filter(({ IP }) => IP !== Player.IP) ?? [];
  const addresses = [...current, ...earlier.map((address) => ({ ...address, isNow: false }))];
  return (
    <>
      <div class="cluster">
        <a class="button plain" href={hrefOf('/map', { follow: Player.Uid, layers: 'trails', time: '1h' })}>
          {text.trail}
        </a>
      </div>
      <LastSessions uid={Player.Uid} all />
      <Columns>
        <Card title={text.names}>
          <ul class="stack tight">
            <li>
              <Name text={Player.Name} /> <span class="faint">{texts.value.views.now}</span>
            </li>
            {FormerNames.map(({ Name: name, Until }) => (
              <li key={Until}>
                <Name text={name} />{' '}
                <span class="faint">
                  {text.until} <Time at={Until} as="moment" />
                </span>
              </li>
            ))}
          </ul>
        </Card>
        {Addresses !== undefined && (
          <Card title={text.addresses}>
            {addresses.length === 0 && <p class="faint">{text.noAddresses}</p>}
            <ul class="stack tight">
              {addresses.map(({ IP, LastSeen, isNow }) => (
                <li key={IP}>
                  <Masked text={IP} what={texts.value.players.columns.address} />{' '}
                  <span class="faint">{isNow ? texts.value.views.now : <Time at={LastSeen} />}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {SameAddress !== undefined && (
          <Card title={text.sameAddress}>
            {SameAddress.length === 0 && <p class="faint">{text.noOtherPlayers}</p>}
            <ul class="stack tight">
              {SameAddress.map(({ Uid, Name: name, Online }) => (
                <li key={Uid}>
                  <NameLink href={hrefOf(`/players/${Uid}/history`)} text={name} otherwise={Uid} />{' '}
                  {Online && <Status tone="ok">{texts.value.players.online}</Status>}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Columns>
      {may(getAudit) && <DoneToThem uid={Player.Uid} />}
    </>
  );
}

const LAST = 50;

function DoneToThem({ uid }: { uid: string }) {
  const text = texts.value.player;
  const audit = useReply('getAudit', { query: { Player: uid, Limit: LAST } });
  const list = useWholeList({
    resource: audit,
    rows: ({ Entries }) => Entries,
    columns: doneColumns(),
    sorting: NEWEST,
    prefix: 'done-to-them-',
  });
  return (
    <ListCard<AuditEntry>
      id="done-to-them"
      isSecond
      label={text.doneToThem}
      {...list}
      keyOf={({ Id }) => String(Id)}
      nameOf={({ Summary, Route }) => Summary || Route}
      none={text.nothingDone}
      tools={<a href={hrefOf('/log', { player: uid })}>{text.inAudit}</a>}
    />
  );
}

const NEWEST: Sorting = { sort: 'time', order: 'Descending' };

function doneColumns(): Column<AuditEntry>[] {
  const text = texts.value.player;
  return [
    moments('time', text.when, ({ Time: at }) => at, { as: 'moment' }),
    words('by', text.by, ({ Token }) => Token),
    column('what', text.what, ({ Route, Summary }) => Summary || Route, {
      minPx: 200,
      grow: 3,
      fixed: true,
      cell: ({ Route, Summary, Reason }) => (
        <>
          <Name text={withNames(Summary)} otherwise={Route} />
          {Reason !== '' && (
            <span class="quiet">
              {' · '}
              <Name text={Reason} />
            </span>
          )}
        </>
      ),
    }),
    codes('route', text.route, ({ Route }) => Route, { minPx: 160, grow: 1 }),
    column('outcome', text.outcome, ({ Outcome }) => Outcome, {
      minPx: 120,
      atEnd: true,
      cell: ({ Outcome }) =>
        Outcome === 'OK' ? <Status tone="ok">{text.done}</Status> : <Status tone="danger">{Outcome}</Status>,
    }),
  ];
}
