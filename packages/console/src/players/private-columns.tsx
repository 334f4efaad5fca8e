import type { PlayerRow } from '@palatine/contract';
import { Unknown } from '../faces/Unknown.tsx';
import type { Column } from '../table/column.ts';
import type { Texts } from '../texts/texts.ts';

/**
 * The columns that name the person behind a player. `shown` false hides what they say: others may see the screen.
 */
export function privateColumns(text: Texts['players']['columns'], shown: boolean): Column<PlayerRow>[] {
  const cell = (value: string | undefined) =>
    !value ? <Unknown /> : shown ? <code title={value}>{value}</code> : <span class="faint">•••••</span>;
  return [
    {
      id: 'userId',
      text: text.userId,
      minPx: 88,
      grow: 0.8,
      sort: 'UserId',
      csv: ({ UserId }) => UserId,
      cell: ({ UserId }) => cell(UserId),
    },
    {
      id: 'address',
      text: text.address,
      minPx: 88,
      grow: 0.6,
      sort: 'IP',
      csv: ({ IP }) => IP,
      cell: ({ IP }) => cell(IP),
    },
  ];
}
