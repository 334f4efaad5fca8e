import type { PlayerRow } from '@palatine/contract';
import { Gamepad2, Laptop, Monitor } from 'lucide';
import { GuildName } from '../faces/GuildName.tsx';
import { Name } from '../faces/Values.tsx';
import { PAL_MARKS } from '../glyphs/marks.ts';
import { Icon, type IconShape } from '../kit/Icon.tsx';
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

const ICONS: Readonly<Record<string, IconShape>> = {
  Steam: Monitor,
  Xbox: Gamepad2,
  PS5: Gamepad2,
  Mac: Laptop,
};

/** What somebody plays on, as a small icon with a word for the ear; nothing where nobody knows it. */
export function Platform({ name }: { name: string }) {
  const shape = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (shape === undefined) return null;
  return (
    <span class="faint" title={name}>
      <Icon shape={shape} size={14} />
      <span class="spoken">{name}</span>
    </span>
  );
}
