import type { ComponentChildren } from 'preact';
import { PlayerSeal } from '../glyphs/Seals.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { GuildName } from '../views/GuildName.tsx';
import { Name } from '../views/Values.tsx';
import './presence.css';

/** A player in a list of those who are or were online: seal, name and guild, with figures at the end. */
export function PersonLink(props: {
  person: { Uid: string; Name: string; GuildId?: string; GuildName?: string; GuildHead?: string };
  sealPx: number;
  children: ComponentChildren;
}) {
  const { Uid, Name: name, GuildId, GuildName: guild = '', GuildHead } = props.person;
  return (
    <a class="person row" href={hrefOf(`/players/${Uid}`)}>
      <PlayerSeal uid={Uid} name={name} size={props.sealPx} />
      <span class="two-lines">
        <Name text={name} />
        {GuildId === undefined ? (
          <span class="faint">{texts.value.presence.noGuild}</span>
        ) : (
          <GuildName id={GuildId} name={guild} head={GuildHead} />
        )}
      </span>
      <span class="person-figures two-lines">{props.children}</span>
    </a>
  );
}
