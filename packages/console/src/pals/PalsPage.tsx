import type { PalRow, PalSearch } from '@palatine/contract';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { PalSeal } from '../glyphs/PalSeal.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { ListView } from '../table/ListView.tsx';
import { texts } from '../texts/texts.ts';
import { OpenedPal } from './OpenedPal.tsx';
import { PalFilters } from './PalFilters.tsx';
import { palColumns } from './pal-columns.tsx';
import { speciesEntry } from './pal-facts.ts';
import { PAL_FILTERS, palQuery } from './pal-query.ts';

/** Every Pal and captured person of the world; one of them beside the list. */
export default function PalsPage(): JSX.Element {
  const text = texts.value.palSearch;
  const columns = useMemo(() => palColumns(text), [text]);
  const opened = address.value.query.get('pal') ?? '';
  const close = () => setQuery({ pal: '' });
  return (
    <PageBody flush>
      <ListView<PalRow, PalSearch>
        id="pals"
        label={texts.value.shell.pages.pals}
        read={(asked, window, signal) => client().searchPals({ query: palQuery(asked, window), signal })}
        keyOf={({ Id }) => Id}
        nameOf={({ Nickname, PalID }) => Nickname || palName(PalID)}
        columns={columns}
        lines={(row) => ({
          lead: <PalSeal species={row.PalID} element={speciesEntry(row.PalID)?.Elements[0]} size={36} />,
          title: row.Nickname === '' ? palName(row.PalID) : <Name text={row.Nickname} />,
          note: row.Owner === undefined ? text.nobodys : <Name text={row.Owner.Name} />,
          end: texts.value.palDetails.lv(formatNumber(row.Level)),
        })}
        filters={PAL_FILTERS}
        sorting={{ sort: 'Level', order: 'Descending' }}
        none={text.none}
        onOpen={({ Id }) => setQuery({ pal: Id }, { replace: opened !== '' })}
        openKey={opened}
        touchedBy={({ Type }) => Type === 'pal.caught' || Type === 'grant'}
      >
        <PalFilters />
      </ListView>
      <Sheet open={opened !== ''} onClose={close} side={innerWidth < 720 ? 'bottom' : 'end'} title={text.one}>
        {opened !== '' && <OpenedPal key={opened} id={opened} />}
      </Sheet>
    </PageBody>
  );
}
