import { type AuditEntry, getAudit, type PlayerDetails } from '@palatine/contract';
import { useResource } from '../../data/use-resource.ts';
import { Masked } from '../../faces/CopyId.tsx';
import { TableCard } from '../../faces/TableCard.tsx';
import { Name, Status, Time } from '../../faces/Values.tsx';
import { Card, Columns } from '../../kit/Layout.tsx';
import type { PlainColumn } from '../../kit/PlainTable.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { LastSessions } from './LastSessions.tsx';

/** What moderators want to know of a player: when they were here, as whom, from where, and what was done to them. */
export function HistoryTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Player, FormerNames, Addresses, SameAddress } = details;
  return (
    <>
      <div class="tab-tools">
        <a class="button plain" href={hrefOf('/map', { follow: Player.Uid, layers: 'trails', time: '1h' })}>
          {text.trail}
        </a>
      </div>
      <LastSessions uid={Player.Uid} all />
      <Columns>
        <Card title={text.names}>
          <ul class="plain-list">
            <li>
              <Name text={Player.Name} /> <span class="faint">{texts.value.players.now}</span>
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
            {Addresses.length === 0 && <p class="faint">{text.noAddresses}</p>}
            <ul class="plain-list">
              {Addresses.map(({ IP, LastSeen }) => (
                <li key={IP}>
                  <Masked text={IP} what={texts.value.players.columns.address} />{' '}
                  <span class="faint">
                    <Time at={LastSeen} />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {SameAddress !== undefined && (
          <Card title={text.sameAddress}>
            {SameAddress.length === 0 && <p class="faint">{text.nobodyElse}</p>}
            <ul class="plain-list">
              {SameAddress.map(({ Uid, Name: name, Online }) => (
                <li key={Uid}>
                  <a href={hrefOf(`/players/${Uid}/history`)}>
                    <Name text={name} otherwise={Uid} />
                  </a>{' '}
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

/** What operators did to a player, newest first. */
function DoneToThem({ uid }: { uid: string }) {
  const text = texts.value.player;
  const audit = useResource(
    (signal) => client().getAudit({ query: { Player: uid, Limit: LAST }, signal }),
    [uid],
  );
  const columns: PlainColumn<AuditEntry>[] = [
    { title: text.when, cell: ({ Time: at }) => <Time at={at} as="moment" /> },
    { title: text.by, cell: ({ Token }) => <Name text={Token} /> },
    {
      title: text.what,
      header: true,
      cell: ({ Route, Summary, Reason }) => (
        <>
          <Name text={Summary} otherwise={Route} />
          {Reason !== '' && (
            <span class="quiet">
              {' · '}
              <Name text={Reason} />
            </span>
          )}
        </>
      ),
    },
    { title: text.route, cell: ({ Route }) => <code>{Route}</code> },
    {
      title: text.outcome,
      cell: ({ Outcome }) =>
        Outcome === 'OK' ? <Status tone="ok">{text.done}</Status> : <Status tone="danger">{Outcome}</Status>,
    },
  ];
  return (
    <TableCard
      title={text.doneToThem}
      of={audit}
      rows={({ Entries }) => Entries}
      keyOf={({ Id }) => String(Id)}
      columns={columns}
      empty={text.nothingDone}
      tools={<a href={hrefOf('/audit', { player: uid })}>{text.inAudit}</a>}
    />
  );
}
