import { assign } from '../kit/assign.ts';
import { Sheet } from '../kit/Sheet.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { frameParts } from './frame-parts.ts';
import { moreOpen } from './more-open.ts';
import { offeredSections } from './offered-pages.ts';
import { PageLink } from './PageLink.tsx';
import { pageAt } from './pages.ts';

/** Every page, and the foot of the sidebar, in a sheet over a narrow window. */
export default function MoreSheet() {
  const { pages, Foot } = frameParts();
  const current = pageAt(pages, address.value.path)?.page;
  const close = () => assign(moreOpen, false);
  return (
    <Sheet open={moreOpen.value} onClose={close} title={texts.value.shell.more} side="bottom">
      <div class="more-pages">
        {offeredSections().map(({ id, name, pages }) => (
          <section key={id} aria-label={name}>
            <h3>{name}</h3>
            {pages.map((page) => (
              <PageLink key={page.id} page={page} isCurrent={page === current} />
            ))}
          </section>
        ))}
      </div>
      <Foot />
    </Sheet>
  );
}
