import type { PlayerSession } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatDuration } from '../../data/format.ts';
import { Masked } from '../../faces/Masked.tsx';
import { Name } from '../../faces/Name.tsx';
import { Time } from '../../faces/Time.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { texts } from '../../texts/texts.ts';

/** Sessions, newest first. `whole`: with platform, and address where the token may read it. */
export function SessionTable({
  sessions,
  whole,
}: {
  sessions: readonly PlayerSession[];
  whole: boolean;
}): JSX.Element {
  const text = texts.value.player;
  const columns: PlainColumn<PlayerSession>[] = [
    { title: text.from, cell: ({ From }) => <Time at={From} as="moment" /> },
    {
      title: text.length,
      figures: true,
      cell: ({ From, To }) =>
        To === undefined ? text.goesOn : formatDuration(Date.parse(To) - Date.parse(From)),
    },
    {
      title: text.ended,
      cell: ({ Reason, To }) => (To === undefined ? '' : <Name text={Reason} otherwise="–" />),
    },
  ];
  if (whole) columns.push({ title: texts.value.players.columns.platform, cell: ({ Platform }) => Platform });
  if (whole && sessions.some(({ IP }) => IP !== undefined)) {
    columns.push({
      title: texts.value.players.columns.address,
      cell: ({ IP }) => <Masked text={IP} what={texts.value.players.columns.address} />,
    });
  }
  return <PlainTable label={text.sessions} columns={columns} rows={sessions} keyOf={({ From }) => From} />;
}
