import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Actions } from '../actions/Actions.tsx';
import { Icon } from '../kit/Icon.tsx';
import { session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import './frame.css';
import { address, hrefOf, type PathValues } from '../navigation/router.ts';
import { PAGES } from './page-table.ts';
import { isOffered, type Page, pageAt, plainPath } from './pages.ts';

/** What surrounds every page: the sidebar, the top bar and the page of the address. */
export function Frame(): JSX.Element {
  const text = texts.value.shell;
  const found = pageAt(PAGES, address.value.path);
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <Sidebar current={found?.page} />
      <header class="top-bar">
        <h1>{found === undefined ? text.name : text.pages[found.page.id]}</h1>
      </header>
      <main id="content" tabIndex={-1}>
        {found === undefined ? (
          <p class="empty">{text.notFound}</p>
        ) : (
          <Lazy key={found.page.id} page={found.page} values={found.values} />
        )}
      </main>
      <Actions />
    </div>
  );
}

function Sidebar({ current }: { current: Page | undefined }): JSX.Element {
  const text = texts.value.shell;
  const attached = session.value?.facts.World.Kind === 'Attached';
  const offered = PAGES.filter((page) => isOffered(page, attached));
  const sections = Object.entries(text.sections)
    .map(([id, name]) => ({ name, pages: offered.filter(({ section }) => section === id) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <nav class="sidebar" aria-label={text.name}>
      {sections.map(({ name, pages }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.id}>
                <a href={hrefOf(plainPath(page))} aria-current={page === current ? 'page' : undefined}>
                  <Icon shape={page.icon} />
                  {text.pages[page.id]}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Loads the code of a page when it is first shown. */
function Lazy({ page, values }: { page: Page; values: PathValues }): JSX.Element {
  const text = texts.value.shell;
  const view = useSignal<{ Page?: ComponentType<{ values: PathValues }>; failed?: boolean }>({});
  useEffect(() => {
    page.load().then(
      ({ default: Page }) => {
        view.value = { Page };
      },
      () => {
        view.value = { failed: true };
      },
    );
  }, [page, view]);
  const { Page, failed } = view.value;
  if (failed) return <p class="empty">{text.failed}</p>;
  return Page === undefined ? <p class="empty">{text.loading}</p> : <Page values={values} />;
}
