import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { openAction } from '../../actions/dialog.ts';
import { formatNumber, formatShownPlace } from '../../data/format.ts';
import { regionAt } from '../../ground/regions.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Facts } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import type { MapState } from '../map-state.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { MarkGlyph } from '../panel/MarkList.tsx';
import { BaseFacts } from './BaseFacts.tsx';
import { ChestItems } from './Chest.tsx';
import './card.css';

interface MapCardProps {
  state: MapState;
  onOpen: (mark: Mark) => void;
  onCenter: (mark: Mark) => void;
}

/** The facts of the clicked mark, or the marks of a heap; nothing while none is chosen. */
export function MapCard(props: MapCardProps) {
  const { state } = props;
  const text = texts.value.map;
  const mark = state.selected.value === '' ? undefined : state.markOf(state.selected.value);
  const heap = state.heap.value;
  if (mark === undefined && heap.length === 0) return null;
  return (
    <section
      class="map-card"
      data-over-map
      aria-label={mark === undefined ? text.heap(heap.length) : text.layer[mark.layer]}
    >
      <header>
        {mark && <MarkGlyph mark={mark} />}
        <h2>{mark ? <MarkName mark={mark} /> : text.heap(heap.length)}</h2>
        <IconButton icon={X} label={text.close} onClick={state.closeCard} />
      </header>
      {mark === undefined ? <Heap {...props} marks={heap} /> : <Details {...props} mark={mark} />}
    </section>
  );
}

function MarkName({ mark }: { mark: Mark }) {
  return <Name text={mark.name || mark.note} otherwise={texts.value.map.unnamedPlayer} />;
}

/** Maximum of listed marks of a heap; the list beside the map has them all. */
const HEAP_ROWS = 60;

function Heap({ marks, onOpen }: MapCardProps & { marks: readonly Mark[] }) {
  return (
    <ul class="map-heap">
      {marks.slice(0, HEAP_ROWS).map((mark) => (
        <li key={keyOf(mark)}>
          <button type="button" onClick={() => onOpen(mark)}>
            <MarkGlyph mark={mark} />
            <MarkName mark={mark} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Details({ mark, state, onCenter }: MapCardProps & { mark: Mark }) {
  const text = texts.value.map;
  const { x: X, y: Y, z, level, note, name, done, count } = mark;
  const facts: readonly (readonly [string, ComponentChildren | undefined])[] = [
    [text.kind, mark.layer === 'bases' ? undefined : text.layer[mark.layer]],
    [text.levelFact, level === undefined || mark.layer === 'bases' ? undefined : formatNumber(level)],
    [text.count, count === undefined ? undefined : formatNumber(count)],
    [text.note, note === '' || name === '' ? undefined : <Name text={note} />],
    [text.state, done === undefined ? undefined : text.done[done ? 'true' : 'false']],
    [text.place, `${formatShownPlace({ X, Y })} · ${text.regions[regionAt(mark)]}`],
    [text.height, z === undefined ? undefined : text.distance(formatNumber(z / 100))],
  ];
  return (
    <>
      {mark.layer === 'bases' && <BaseFacts mark={mark} state={state} />}
      {mark.layer === 'plans' && <ChestItems mark={mark} state={state} />}
      <Facts facts={facts} />
      <div class="map-card-actions">
        <Actions mark={mark} state={state} />
        <Button onClick={() => onCenter(mark)}>{text.center}</Button>
      </div>
    </>
  );
}

function Actions({ mark, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const { layer, id, name, href } = mark;
  const link = href !== undefined && (
    <a class="button" href={hrefOf(href)}>
      {text.open}
    </a>
  );
  if (layer !== 'online' && layer !== 'offline') return link || null;
  const followed = state.followed.value === id;
  const online = layer === 'online';
  return (
    <>
      {link}
      <Button
        disabled={!online}
        onClick={() => openAction('message', { kind: 'player', uid: id, name, online })}
      >
        {text.message}
      </Button>
      <Button aria-pressed={followed} onClick={() => (state.followed.value = followed ? '' : id)}>
        {followed ? text.unfollow : text.follow}
      </Button>
      <Button
        aria-pressed={state.chosen.value === id}
        onClick={() => (state.chosen.value = state.chosen.value === id ? '' : id)}
      >
        {text.progress}
      </Button>
    </>
  );
}
