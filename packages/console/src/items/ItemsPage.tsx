import type { JSX } from 'preact';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { CopyId } from '../faces/CopyId.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Holders } from './Holders.tsx';
import { ItemGlyph } from './ItemGlyph.tsx';
import './items-page.css';

/** Who and what holds an item, over the whole world. */
export default function ItemsPage(): JSX.Element {
  const text = texts.value.items;
  const id = address.value.query.get('item') ?? '';
  const entry = lookUp('Items', id);
  return (
    <PageBody
      toolbar={
        <span class="item-picker">
          <CataloguePicker
            kinds={['Items']}
            id={id}
            label={text.item}
            placeholder={text.pick}
            mark={(hit) => <ItemGlyph id={hit.id} size={16} />}
            onChange={(item) => setQuery({ item }, { replace: false })}
          />
        </span>
      }
    >
      {id === '' ? (
        <div class="face">{text.hint}</div>
      ) : (
        <>
          <header class="item-title">
            <ItemGlyph id={id} size={32} />
            <h2>{nameOf('Items', id)}</h2>
            <CopyId id={entry?.ID ?? id} what={text.id} />
            {entry !== undefined && entry.Weight !== '' && (
              <span class="faint">{text.weight(formatNumber(entry.Weight, 2))}</span>
            )}
            {entry !== undefined && entry.Stack !== '' && (
              <span class="faint">{text.stack(formatNumber(entry.Stack))}</span>
            )}
          </header>
          <Holders key={id} id={id} />
        </>
      )}
    </PageBody>
  );
}
