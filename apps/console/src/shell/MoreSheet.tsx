import { closeFrameDialog, frameDialog } from '../commands/registry.ts';
import { Sheet } from '../kit/Sheet.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { PageLink } from './PageLink.tsx';
import { offeredSections, pageAt } from './page-table.ts';

export default function MoreSheet() {
  const current = pageAt(address.value.path)?.page;
  return (
    <Sheet
      open={frameDialog.value === 'more'}
      onClose={closeFrameDialog}
      title={texts.value.shell.more}
      side="bottom"
    >
      <div class="more-pages">
        {offeredSections().map(({ id, name, pages }) => (
          <section key={id} aria-label={name}>
            <h3 class="group-label">{name}</h3>
            {pages.map((page) => (
              <PageLink key={page.id} page={page} isCurrent={page === current} />
            ))}
          </section>
        ))}
      </div>
    </Sheet>
  );
}
