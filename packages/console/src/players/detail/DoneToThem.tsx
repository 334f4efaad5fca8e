import type { AuditEntry } from '@palatine/contract';
import type { JSX } from 'preact';
import { useResource } from '../../data/use-resource.ts';
import { Faces } from '../../faces/Faces.tsx';
import { Name } from '../../faces/Name.tsx';
import { Status } from '../../faces/Status.tsx';
import { Time } from '../../faces/Time.tsx';
import { Card } from '../../kit/Layout.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

const LAST = 50;

/** What operators did to a player, newest first. */
export function DoneToThem({ uid }: { uid: string }): JSX.Element {
  const text = texts.value.player;
  const audit = useResource(
    (signal) => client().getAudit({ query: { Player: uid, Limit: String(LAST) }, signal }),
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
    <Card
      title={text.doneToThem}
      tools={<a href={hrefOf('/audit', { player: uid })}>{text.inAudit}</a>}
      flush
    >
      <Faces of={audit} rows={3} isEmpty={({ Entries }) => Entries.length === 0} empty={text.nothingDone}>
        {({ Entries }) => (
          <PlainTable
            label={text.doneToThem}
            columns={columns}
            rows={Entries}
            keyOf={({ Id }) => String(Id)}
          />
        )}
      </Faces>
    </Card>
  );
}
