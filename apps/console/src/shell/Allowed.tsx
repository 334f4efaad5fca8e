import { openPalette } from '../commands/palette.ts';
import { commands } from '../commands/registry.ts';
import { Button } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { texts } from '../texts/texts.ts';
import { PageLink } from './PageLink.tsx';
import { offeredPages } from './page-table.ts';

/** Replaces a page that the token may not see: lists its permitted actions and pages. */
export default function Allowed({ missing }: { missing: string }) {
  const text = texts.value.strip;
  const actions = commands.value.filter(({ group, listed = true }) => group === 'actions' && listed);
  const pages = offeredPages();
  return (
    <PageBody>
      <p class="quiet">{text.mayNot(missing)}</p>
      {actions.length > 0 && (
        <Card title={text.mayDo}>
          <div class="cluster">
            {actions.map(({ id, text: name, icon, target, blocked, run }) => (
              <Button
                key={id}
                {...(icon && { icon })}
                disabled={blocked !== undefined}
                title={blocked}
                onClick={() => (target === undefined ? run() : openPalette(name.replace(/\s*…$/, ' ')))}
              >
                {name}
              </Button>
            ))}
          </div>
        </Card>
      )}
      {pages.length > 0 && (
        <Card title={text.maySee}>
          <div class="more-pages">
            {pages.map((page) => (
              <PageLink key={page.id} page={page} isCurrent={false} />
            ))}
          </div>
        </Card>
      )}
    </PageBody>
  );
}
