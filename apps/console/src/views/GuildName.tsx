import { givenGuildName, hueOf } from '../data/guilds.ts';
import { texts } from '../texts/texts.ts';
import { Name, Status, Time } from './Values.tsx';
import './guild-name.css';
import '../glyphs/glyphs.css';

export function GuildName(props: {
  id: string;
  /** Empty for a guild that has none: then its head tells it apart. */
  name: string;
  head?: string | undefined;
}) {
  const { id, name, head = '' } = props;
  const given = givenGuildName(name);
  return (
    <span class="guild-name">
      <span class="guild-dot" style={{ '--hue': String(hueOf(id)) }} aria-hidden="true" />
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

export function GuildSeen({ Online, LastSeen }: { Online: number; LastSeen?: string | undefined }) {
  if (Online > 0) return <Status tone="ok">{texts.value.views.online(Online)}</Status>;
  return <Time at={LastSeen} />;
}
