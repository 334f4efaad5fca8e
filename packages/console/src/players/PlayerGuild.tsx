import type { PlayerRow } from '@palatine/contract';
import { GuildName } from '../faces/GuildName.tsx';
import { PAL_MARKS } from '../glyphs/marks.ts';
import { Icon } from '../kit/Icon.tsx';
import type { Texts } from '../texts/texts.ts';

/** The guild of a player, and whether they are its head; `bare` leaves that out. */
export function PlayerGuild({
  row,
  text,
  bare = false,
}: {
  row: PlayerRow;
  text: Texts['players'];
  bare?: boolean;
}) {
  const { GuildId, GuildName: name = '', GuildHead, Role } = row;
  if (GuildId === undefined) return <span class="faint">{text.noGuild}</span>;
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
