import { getItemHolders, type ItemHolder, searchPlayers } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { MapPin, Package } from 'lucide';
import type { PlayerTarget } from '../actions/action.ts';
import { actionGroups } from '../actions/action-menu.ts';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace, mapHref } from '../data/format.ts';
import { usePages } from '../data/rows.ts';
import { useResource } from '../data/use-resource.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { PageBody } from '../kit/Layout.tsx';
import type { MenuAction, MenuGroup } from '../kit/Menu.tsx';
import { Bar } from '../kit/Meter.tsx';
import { address, hrefOf, navigate, setQuery } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { type Column, column, count } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker } from '../views/CataloguePicker.tsx';
import { EmptyFace } from '../views/EmptyFace.tsx';
import { GuildName } from '../views/GuildName.tsx';
import { CopyId, NameLink, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { ItemGlyph } from './SlotsCard.tsx';
import './items-page.css';

export default function ItemsPage() {
  const text = texts.value.items;
  const id = address.value.query.get('item') ?? '';
  const { ID = id, Weight, Stack } = lookUp('Items', id) ?? {};
  const show = (item: string) => setQuery({ item }, { replace: false });
  return (
    <PageBody
      toolbar={
        <span class="find-field">
          <CataloguePicker
            kinds={['Items']}
            id={id}
            label={text.item}
            placeholder={text.pick}
            mark={(item) => <ItemGlyph id={item} size={16} />}
            onChange={show}
          />
        </span>
      }
    >
      {id === '' ? (
        <div class="view-state">
          <EmptyFace icon={Package} title={text.whoHolds} note={text.hint}>
            {OFTEN_SOUGHT.map((item) => (
              <Button key={item} onClick={() => show(item)}>
                <ItemGlyph id={item} size={16} />
                {nameOf('Items', item)}
              </Button>
            ))}
          </EmptyFace>
        </div>
      ) : (
        <>
          <header class="cluster">
            <ItemGlyph id={id} size={32} />
            <h2 class="heading">{nameOf('Items', id)}</h2>
            <CopyId id={ID} what={text.id} />
            {typeof Weight === 'number' && <span class="faint">{text.weight(formatNumber(Weight, 2))}</span>}
            {typeof Stack === 'number' && <span class="faint">{text.stack(formatNumber(Stack))}</span>}
          </header>
          <Holders key={id} id={id} />
        </>
      )}
    </PageBody>
  );
}

/** Items that owners look for when something is fishy. */
const OFTEN_SOUGHT = ['Money', 'PalSphere_Legend', 'AncientParts2'];

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
  const { matching = 0, rows: [fullest] = [] } = holders.value.value ?? {};
  const targetOf = usePlayerTargets();
  return (
    <>
      {matching > 0 && (
        <p class="quiet">{text.sums(formatNumber(sums.value.units), formatNumber(sums.value.stacks))}</p>
      )}
      <ListCard<ItemHolder>
        id="item-holders"
        label={text.holders}
        list={holders}
        keyOf={keyOf}
        nameOf={(holder) => visibleText(holderName(holder)) || kindText(holder)}
        columns={holderColumns(fullest?.Count ?? 1)}
        none={text.noHolder}
        onOpen={(holder) => navigate(holderHref(holder) ?? hrefOf('/map', { item: id }))}
        menuOf={(holder) => holderMenu(holder, targetOf(holder))}
        tools={
          matching > 0 && (
            <a class="button plain" href={hrefOf('/map', { item: id })}>
              <Icon shape={MapPin} size={16} />
              {text.onMap}
            </a>
          )
        }
      />
    </>
  );
}

const keyOf = ({ ContainerId }: ItemHolder) => ContainerId;

/** The target of actions for a player who holds an item; undefined for any other holder. */
function usePlayerTargets() {
  const read = useResource(async (signal) => {
    const query = { Status: 'Online', Limit: 500 } as const;
    return may(searchPlayers) ? (await client().searchPlayers({ query, signal })).Rows : undefined;
  });
  return ({ Uid: uid, PlayerName: name = '' }: ItemHolder): PlayerTarget | undefined => {
    const rows = read.value.value;
    if (uid === undefined || rows === undefined) return undefined;
    return { kind: 'player', uid, name, online: rows.some(({ Uid }) => Uid === uid) };
  };
}

/** The page of a holder: the inventory of a player, the storage of a base, or the guild. */
function holderHref({ Uid, CampId, GuildId }: ItemHolder): string | undefined {
  if (Uid !== undefined) return hrefOf(`/players/${Uid}/inventory`);
  if (CampId !== undefined) return hrefOf(`/bases/${CampId}/storage`);
  return GuildId === undefined ? undefined : hrefOf(`/guilds/${GuildId}/chest`);
}

function holderMenu(holder: ItemHolder, target: PlayerTarget | undefined): MenuGroup[] {
  const { open, onMap, placeUnknown } = texts.value.players;
  const [href, map] = [holderHref(holder), holderMapHref(holder)];
  const where = map === undefined ? { blocked: placeUnknown } : { href: map };
  const look: MenuAction[] = [{ id: 'map', text: onMap, icon: MapPin, ...where }];
  if (href !== undefined) look.unshift({ id: 'open', text: open, href });
  return [{ id: 'look', items: look }, ...actionGroups(target === undefined ? [] : [target])];
}

function holderMapHref({ Uid, Place }: ItemHolder): string | undefined {
  if (Place !== undefined) return mapHref(Place);
  return Uid === undefined ? undefined : hrefOf('/map', { follow: Uid });
}

/** @param most units in the fullest container, whose bar is whole */
function holderColumns(most: number): Column<ItemHolder>[] {
  const text = texts.value.items;
  return [
    column('who', text.who, holderName, { minPx: 160, grow: 1, fixed: true, cell: whoCell }),
    column('kind', text.kind, kindText, { minPx: 160, grow: 1 }),
    column('place', text.place, ({ Place }) => Place && formatPlace(Place), { grow: 1, cell: placeCell }),
    count('stacks', text.stacks, ({ Stacks }) => Stacks),
    column('count', text.count, ({ Count }) => Count, {
      minPx: 200,
      atEnd: true,
      cell: ({ Count }) => (
        <span class="meter holder-count">
          <Bar share={Count / most} />
          <strong>{formatNumber(Count)}</strong>
        </span>
      ),
    }),
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

function placeCell({ Uid, CampId, Place }: ItemHolder) {
  const text = texts.value.items;
  if (Uid !== undefined) return <a href={hrefOf('/map', { follow: Uid })}>{text.withPlayer}</a>;
  if (Place === undefined) return <Unknown />;
  return (
    <span class="dotted">
      {CampId !== undefined && <a href={hrefOf(`/bases/${CampId}/storage`)}>{text.atBase}</a>}
      <a class="mono" href={mapHref(Place)}>
        {formatPlace(Place)}
      </a>
    </span>
  );
}
