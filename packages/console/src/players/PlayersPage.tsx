import type { JSX } from 'preact';
import { useResource } from '../data/use-resource.ts';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** The players that the world knows. */
export default function PlayersPage(): JSX.Element {
  const players = useResource((signal) => client().getPlayers({ signal }));
  const found = players.value.value;
  if (found === undefined) return <p class="empty">{texts.value.shell.loading}</p>;
  return (
    <ul>
      {found.Players.map(({ PlayerUID, Name }) => (
        <li key={PlayerUID}>
          <bdi>{Name}</bdi>
        </li>
      ))}
    </ul>
  );
}
