import { atFleet } from '../navigation/place.ts';
import { matchPath, type PathValues } from '../navigation/router.ts';
import { may, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { FLEET_PAGES, PAGES } from './page-table.ts';
import type { Page } from './pages.ts';

/** The pages of the place: of a world, or of a fleet. */
const PAGES_HERE = atFleet ? FLEET_PAGES : PAGES;

/** Pages that stand in the bar of a narrow window itself; the others are under More. */
const IN_BAR: readonly Page['id'][] = ['overview', 'worlds', 'players', 'map', 'lists'];

/** The page of a path, with the values of its parts; undefined where there is none. */
export function pageAt(path: string): { page: Page; values: PathValues } | undefined {
  for (const page of PAGES_HERE) {
    const values = matchPath(page.path, path);
    if (values !== undefined) return { page, values };
  }
  return undefined;
}

/** The permission that the token lacks for a page; undefined when it may see it. */
export function missingPermission({ needs }: Page): string | undefined {
  const route = needs.find((each) => !may(each));
  if (route === undefined) return undefined;
  return typeof route.permission === 'string' ? route.permission : route.permission.join(' / ');
}

/** The pages that the token may see, in the order of the sidebar. */
export function offeredPages(): readonly Page[] {
  const attached = sessionFacts.value?.World.Kind === 'Attached';
  return PAGES_HERE.filter(
    (page) => (attached || page.attachedOnly !== true) && missingPermission(page) === undefined,
  );
}

/** Those of them that stand in the bar of a narrow window. */
export function pagesInBar(): readonly Page[] {
  const offered = offeredPages();
  return IN_BAR.flatMap((id) => offered.find((page) => page.id === id) ?? []);
}

/** The pages that the token may see by section; sections without pages are left out. */
export function offeredSections(): readonly { id: Page['section']; name: string; pages: readonly Page[] }[] {
  const offered = offeredPages();
  const { sections } = texts.value.shell;
  return (Object.keys(sections) as Page['section'][]) // its own keys
    .map((id) => ({ id, name: sections[id], pages: offered.filter(({ section }) => section === id) }))
    .filter(({ pages }) => pages.length > 0);
}
