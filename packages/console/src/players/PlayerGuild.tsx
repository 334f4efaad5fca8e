import type { PlayerRow } from '@palatine/contract';
import type { JSX } from 'preact';
import { GuildName } from '../faces/GuildName.tsx';
import type { Texts } from '../texts/texts.ts';

/** The guild of a player, and whether they are its head. */
export function PlayerGuild({ row, text }: { row: PlayerRow; text: Texts['players'] }): JSX.Element {
  const { GuildId, GuildName: name = '', GuildHead, Role } = row;
  if (GuildId === undefined) return <span class="faint">{text.noGuild}</span>;
  return (
    <span class="player-guild">
      <GuildName id={GuildId} name={name} head={GuildHead} />
      {Role === 1 && <span class="chip">{text.head}</span>}
    </span>
  );
}
