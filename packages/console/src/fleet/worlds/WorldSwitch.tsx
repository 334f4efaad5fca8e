import { getFleetWorlds } from '@palatine/contract';
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs';
import LayoutGrid from 'lucide/dist/esm/icons/layout-grid.mjs';
import { useResource } from '../../data/use-resource.ts';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { fleetHref, place, worldHref } from '../../navigation/place.ts';
import { fleetClient, sessionFacts } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import '../world/worlds.css';

/** Worlds that the menu names; the page of all worlds has a filter. */
const MOST = 20;

/** Which world of the fleet is shown, and the way to the others. */
export default function WorldSwitch() {
  const text = fleetTexts.value.worlds;
  const worlds = useResource(async (signal) => (await fleetClient().call(getFleetWorlds, { signal })).Worlds);
  const all = worlds.value.value ?? [];
  const own = all.find(({ World }) => World === place.world)?.Name || sessionFacts.value?.World.Name || '';
  const name = own === '' ? text.unnamed : visibleText(own);
  const others = all
    .filter(({ World }) => World !== place.world)
    .toSorted((a, b) => a.Name.localeCompare(b.Name))
    .slice(0, MOST);
  return (
    <Menu
      trigger={
        <Button class="world-switch" aria-label={text.switch(name)} title={name}>
          <span>
            <bdi>{name}</bdi>
          </span>
          <Icon shape={ChevronsUpDown} size={14} />
        </Button>
      }
      groups={[
        { id: 'all', items: [{ id: 'all', text: text.all, icon: LayoutGrid, href: fleetHref() }] },
        ...(others.length === 0
          ? []
          : [
              {
                id: 'others',
                label: text.others,
                items: others.map(({ World, Name, State }) => ({
                  id: World,
                  text: `${visibleText(Name) || text.unnamed}${State === 'Online' ? '' : ` · ${text.states[State]}`}`,
                  href: worldHref(World),
                })),
              },
            ]),
      ]}
    />
  );
}
