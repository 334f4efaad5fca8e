import type { PlayerRow } from '@palatine/contract';
import { GuildName } from '../faces/GuildName.tsx';
import { Name } from '../faces/Name.tsx';
import { PAL_MARKS } from '../glyphs/marks.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';

/** The guild of a player, and whether they are its head; `bare` leaves that out. */
export function PlayerGuild({ row, bare = false }: { row: PlayerRow; bare?: boolean }) {
  const text = texts.value.players;
  const { GuildId, GuildName: name = '', GuildHead, Role } = row;
  if (GuildId === undefined)
    return name === '' ? <span class="faint">{text.noGuild}</span> : <Name text={name} />;
  return (
    <span class="player-guild">
      <GuildName id={GuildId} name={name} head={GuildHead} />
      {Role === 1 && !bare && (
        <span class="guild-head" title={text.head}>
          <Icon shape={PAL_MARKS.alpha} size={14} />
          <span class="spoken">{text.head}</span>
        </span>
      )}
    </span>
  );
}
