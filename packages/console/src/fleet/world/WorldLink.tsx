import { Name } from '../../faces/Name.tsx';
import { worldHref } from '../../navigation/place.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import './worlds.css';

/** The name of a world, as a link to its console. `path`: a page of it. */
export function WorldLink({ world, name, path }: { world: string; name: string; path?: string }) {
  return (
    <a class="world-link" href={worldHref(world, path)}>
      <Name text={name} otherwise={fleetTexts.value.worlds.unnamed} />
    </a>
  );
}
