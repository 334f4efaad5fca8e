import { givenGuildName, hueOf } from '../data/guilds.ts';
import { texts } from '../texts/texts.ts';
import { Name } from './Values.tsx';
import './guild-name.css';
import '../glyphs/glyphs.css';

export interface GuildNameProps {
  id: string;
  /** Empty for a guild that has none: then its head tells it apart. */
  name: string;
  head?: string | undefined;
}

export function GuildName({ id, name, head = '' }: GuildNameProps) {
  const given = givenGuildName(name);
  return (
    <span class="guild-name">
      <GuildDot hue={hueOf(id)} />
      {given !== '' ? (
        <Name text={given} />
      ) : (
        <span class="quiet">
          {texts.value.views.unnamed}
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

/** The colour of a guild, beside its name. `hue` is in degrees. */
function GuildDot({ hue }: { hue: number }) {
  return <span class="guild-dot" style={{ '--hue': String(hue) }} aria-hidden="true" />;
}
