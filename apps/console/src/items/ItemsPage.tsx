import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace } from '../data/format.ts';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { CopyId } from '../faces/CopyId.tsx';
import { Card, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { address, hrefOf, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { ItemGlyph } from './ItemGlyph.tsx';
import './items-page.css';
import { getItemHolders, type ItemHolder, type ItemHoldersPage } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useResource } from '../data/use-resource.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { GuildName } from '../faces/GuildName.tsx';
import { mapHref } from '../faces/map-href.ts';
import { Name, Unknown } from '../faces/Values.tsx';
import { Button } from '../kit/Button.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { client } from '../session/session.ts';

/** Who and what holds an item, over the whole world. */
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

/** Holders that are read at once. */
const PAGE = 200;

/** Every container that holds an item, the fullest first. */
function Holders({ id }: { id: string }) {
  const text = texts.value.items;
  const more = useSignal<readonly ItemHolder[]>([]);
  const next = useSignal<string | undefined>(undefined);
  const read = (signal: AbortSignal, Cursor?: string): Promise<ItemHoldersPage> =>
    client().call(getItemHolders, {
      params: { item_id: id },
      query: { Limit: PAGE, ...(Cursor !== undefined && { Cursor }) },
      signal,
    });
  const holders = useResource(
    async (signal) => {
      const page = await read(signal);
      more.value = [];
      next.value = page.Next;
      return page;
    },
    [id],
  );

  async function readMore(): Promise<void> {
    const page = await read(new AbortController().signal, next.value);
    more.value = [...more.value, ...page.Holders];
    next.value = page.Next;
  }

  return (
    <Faces of={holders} empty={text.nobody} isEmpty={({ Matching }) => Matching === 0}>
      {({ Total, Stacks, Matching, Holders: first }) => (
        <>
          <Tiles>
            <Tile label={text.total} value={formatNumber(Total)} />
            <Tile label={text.stacks} value={formatNumber(Stacks)} />
            <Tile label={text.holders} value={formatNumber(Matching)} />
          </Tiles>
          <Card title={text.holders} note={<Age of={holders} />} flush>
            <PlainTable
              label={text.holders}
              rows={[...first, ...more.value]}
              keyOf={({ ContainerId }) => ContainerId}
              columns={[
                { title: text.who, cell: whoCell },
                { title: text.kind, cell: kindText },
                { title: text.place, cell: placeCell },
                { title: text.stacks, figures: true, cell: ({ Stacks: stacks }) => formatNumber(stacks) },
                { title: text.count, figures: true, cell: ({ Count }) => formatNumber(Count) },
              ]}
            />
            {next.value !== undefined && (
              <p class="empty">
                <Button onClick={() => void readMore()}>{text.more}</Button>
              </p>
            )}
          </Card>
        </>
      )}
    </Faces>
  );
}

function whoCell({ Uid, PlayerName = '', GuildId, GuildName: name = '', HeadName }: ItemHolder) {
  if (Uid !== undefined) {
    return (
      <a href={hrefOf(`/players/${Uid}/inventory`)}>
        <Name text={PlayerName} otherwise={Uid} />
      </a>
    );
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
