import { hueOf } from '../data/guild-hues.ts';
import { givenGuildName } from '../data/guild-name.ts';
import { GuildDot } from '../glyphs/GuildDot.tsx';
import { texts } from '../texts/texts.ts';
import { Name } from './Name.tsx';
import './guild-name.css';

export interface GuildNameProps {
  id: string;
  /** Empty for a guild that has none: then its head tells it apart. */
  name: string;
  /** Name of the head; undefined where nobody knows it. */
  head?: string | undefined;
}

/** A guild: its colour and its name. */
export function GuildName({ id, name, head = '' }: GuildNameProps) {
  const given = givenGuildName(name);
  return (
    <span class="guild-name">
      <GuildDot hue={hueOf(id)} />
      {given !== '' ? (
        <Name text={given} />
      ) : (
        <span class="quiet">
          {texts.value.faces.unnamed}
          {head !== '' && (
            <>
              {' · '}
              <Name text={head} />
            </>
          )}
        </span>
      )}
    </span>
  );
}
