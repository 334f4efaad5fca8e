import { getItemHolders, type ItemHolder } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace, mapHref } from '../data/format.ts';
import { usePages } from '../data/rows.ts';
import { PageBody, Tile } from '../kit/Layout.tsx';
import { address, hrefOf, setQuery } from '../navigation/router.ts';
import { type Column, column, count } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker } from '../views/CataloguePicker.tsx';
import { GuildName } from '../views/GuildName.tsx';
import { CopyId, NameLink, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { ItemGlyph } from './SlotsCard.tsx';
import './items-page.css';

export default function ItemsPage() {
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
            mark={(item) => <ItemGlyph id={item} size={16} />}
            onChange={(item) => setQuery({ item }, { replace: false })}
          />
        </span>
      }
    >
      {id === '' ? (
        <div class="view-state">{text.hint}</div>
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

/** Every container that holds an item, the fullest first. */
function Holders({ id }: { id: string }) {
  const text = texts.value.items;
  const sums = useSignal({ units: 0, stacks: 0 });
  const holders = usePages(
    getItemHolders,
    {
      rows({ Total: units, Stacks: stacks, Holders: rows }) {
        sums.value = { units, stacks };
        return rows;
      },
      total: ({ Matching }) => Matching,
      keyOf,
    },
    { params: { item_id: id } },
  );
  const { matching = 0 } = holders.value.value ?? {};
  return (
    <>
      {matching > 0 && (
        <div class="tiles">
          <Tile label={text.total} value={formatNumber(sums.value.units)} />
          <Tile label={text.stacks} value={formatNumber(sums.value.stacks)} />
          <Tile label={text.holders} value={formatNumber(matching)} />
        </div>
      )}
      <ListCard<ItemHolder>
        id="item-holders"
        label={text.holders}
        list={holders}
        keyOf={keyOf}
        nameOf={(holder) => visibleText(holderName(holder)) || kindText(holder)}
        columns={holderColumns()}
        none={text.noHolder}
      />
    </>
  );
}

const keyOf = ({ ContainerId }: ItemHolder) => ContainerId;

function holderColumns(): Column<ItemHolder>[] {
  const text = texts.value.items;
  return [
    column('who', text.who, holderName, { minPx: 160, grow: 1, fixed: true, cell: whoCell }),
    column('kind', text.kind, kindText, { minPx: 160, grow: 1 }),
    column('place', text.place, ({ Place }) => Place && formatPlace(Place), { grow: 1, cell: placeCell }),
    count('stacks', text.stacks, ({ Stacks }) => Stacks),
    count('count', text.count, ({ Count }) => Count, { atEnd: true }),
  ];
}

function holderName({ PlayerName, GuildName: name, HeadName }: ItemHolder): string {
  return PlayerName ?? (name || HeadName || '');
}

function whoCell({ Uid, PlayerName = '', GuildId, GuildName: name = '', HeadName }: ItemHolder) {
  if (Uid !== undefined) {
    return <NameLink href={hrefOf(`/players/${Uid}/inventory`)} text={PlayerName} otherwise={Uid} />;
  }
  if (GuildId === undefined) return <Unknown />;
  return (
    <a href={hrefOf(`/guilds/${GuildId}`)}>
      <GuildName id={GuildId} name={name} head={HeadName} />
    </a>
  );
}

function kindText({ Kind, Inventory, ObjectId }: ItemHolder): string {
  const text = texts.value.items.kinds[Kind];
  const detail = Inventory ?? (ObjectId === undefined ? undefined : nameOf('MapObjects', ObjectId));
  return detail === undefined ? text : `${text} · ${detail}`;
}

function placeCell({ CampId, Place }: ItemHolder) {
  if (CampId !== undefined)
    return <a href={hrefOf(`/bases/${CampId}/storage`)}>{texts.value.items.atBase}</a>;
  if (Place === undefined) return <Unknown />;
  return (
    <a class="mono" href={mapHref(Place)}>
      {formatPlace(Place)}
    </a>
  );
}
