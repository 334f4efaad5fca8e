import type { PlayerRow } from '@palatine/contract';
import { formatNumber } from '../data/format.ts';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { PlayerSeal } from '../glyphs/PlayerSeal.tsx';
import type { TwoLines } from '../table/column.ts';
import type { Texts } from '../texts/texts.ts';
import { PlayerGuild } from './PlayerGuild.tsx';

/** A player as two lines. */
export function playerLines(text: Texts['players']): (row: PlayerRow) => TwoLines {
  return (row) => ({
    lead: <PlayerSeal uid={row.Uid} name={row.Name} size={36} />,
    title: (
      <>
        <Name text={row.Name} />
        <LookAlikeMark name={row.Name} />
        {row.Banned && <span class="chip danger">{text.banned}</span>}
      </>
    ),
    note: (
      <span class="dotted">
        {row.Level !== undefined && <span>{text.level(formatNumber(row.Level))}</span>}
        <PlayerGuild row={row} text={text} bare />
      </span>
    ),
    end: row.Online ? (
      <Status tone="ok">{text.online}</Status>
    ) : (
      <span class="faint">
        <Time at={row.LastSeen} />
      </span>
    ),
  });
}
