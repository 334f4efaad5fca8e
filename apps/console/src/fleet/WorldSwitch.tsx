import { LayoutGrid } from 'lucide';
import { MenuButton } from '../kit/Menu.tsx';
import { fleetHref, place, worldHref } from '../navigation/place.ts';
import { sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import { fleetWorlds, worldName } from '../worlds/WorldColumn.tsx';
import './fleet.css';

/** Worlds that the menu names; the page of all worlds has a filter. */
const MAX_WORLDS = 20;

export default function WorldSwitch() {
  const text = texts.value.worlds;
  const own = worldName(place.world ?? '') || sessionFacts.value?.World.Name || '';
  const name = own === '' ? text.unnamed : visibleText(own);
  const others = (fleetWorlds.value.value ?? [])
    .filter(({ World }) => World !== place.world)
    .slice(0, MAX_WORLDS)
    .map(({ World, Name, State }) => ({
      id: World,
      text: `${visibleText(Name) || text.unnamed}${State === 'Online' ? '' : ` · ${text.states[State]}`}`,
      href: worldHref(World),
    }));
  return (
    <MenuButton
      class="world-switch"
      aria-label={text.switch(name)}
      title={name}
      groups={[
        { id: 'all', items: [{ id: 'all', text: text.all, icon: LayoutGrid, href: fleetHref() }] },
        ...(others.length > 0 ? [{ id: 'others', label: text.others, items: others }] : []),
      ]}
    >
      <span class="truncate">
        <bdi>{name}</bdi>
      </span>
    </MenuButton>
  );
}
