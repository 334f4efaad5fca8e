import { formatNumber } from '../data/format.ts';
import { Tabs } from '../kit/Tabs.tsx';
import { counters } from '../navigation/page-state.ts';
import { address, hrefOf, navigate, type PathValues } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { LazyPart, Loading } from '../views/AsyncView.tsx';
import { Outdated } from '../views/Failure.tsx';
import { offeredTabs, pageAt, plainPath, tabAt } from './page-table.ts';

/** A page of tabs: those that the token may see, and what the one of the address shows. */
export default function TabbedPage({ values }: { values: PathValues }) {
  const { pages, tabs: names } = texts.value.shell;
  const page = pageAt(address.value.path)?.page;
  const current = page && tabAt(page, values);
  if (page === undefined || current === undefined) return null; // the address has just changed
  const tabs = offeredTabs(page).map(({ id, name }) => {
    const count = counters.value.get(name)?.count;
    return { id, text: names[name], ...(count !== undefined && { note: formatNumber(count) }) };
  });
  const open = (id: string) => navigate(hrefOf(`${plainPath(page)}/${id}`));
  return (
    <Tabs ofPage label={pages[page.id]} value={current.id} tabs={tabs} onChange={open}>
      <LazyPart
        key={current.name}
        load={current.load}
        props={{ values: { ...values, tab: current.id } }}
        failed={<Outdated />}
      >
        <Loading rows={12} />
      </LazyPart>
    </Tabs>
  );
}
