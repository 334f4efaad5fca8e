import type { JSX } from 'preact';
import { PageBody } from '../kit/Layout.tsx';
import type { PathValues } from '../navigation/router.ts';
import { GuildList } from './GuildList.tsx';
import { GuildView } from './GuildView.tsx';

/** The guilds of the world, or one of them. */
export default function GuildsPage({ values: { id, tab } }: { values: PathValues }): JSX.Element {
  if (id !== undefined) return <GuildView key={id} id={id} tab={tab ?? 'overview'} />;
  return (
    <PageBody flush>
      <GuildList />
    </PageBody>
  );
}
