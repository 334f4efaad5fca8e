import { sessionFacts } from '../session/session.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { frameParts } from './frame-parts.ts';
import { isOffered, type Page } from './pages.ts';

/** The pages that the token may see, in the order of the sidebar. */
export function offeredPages(): readonly Page[] {
  const attached = sessionFacts.value?.World.Kind === 'Attached';
  return frameParts().pages.filter((page) => isOffered(page, attached));
}

/** The same by section; sections without pages are left out. */
export function offeredSections(): readonly { id: Page['section']; name: string; pages: readonly Page[] }[] {
  const offered = offeredPages();
  const { sections } = texts.value.shell;
  return (Object.keys(sections) as (keyof Texts['shell']['sections'])[]) // its own keys
    .map((id) => ({ id, name: sections[id], pages: offered.filter(({ section }) => section === id) }))
    .filter(({ pages }) => pages.length > 0);
}
