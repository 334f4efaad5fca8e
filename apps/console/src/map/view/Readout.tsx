import type { ReadonlySignal } from '@preact/signals';
import { Copy } from 'lucide';
import { formatPlace, formatWorldPlace } from '../../data/format.ts';
import type { WorldPoint } from '../../ground/regions.ts';
import { Icon } from '../../kit/Button.tsx';
import { texts } from '../../texts/texts.ts';
import { announce, announceFailure } from '../../views/announce.ts';
import { copyText } from '../../views/clipboard.ts';
import { centerOf, type View } from '../geometry/view.ts';

export async function copyPlace(text: string): Promise<void> {
  const words = texts.value.map;
  if (await copyText(text)) announce(words.copied(text));
  else announceFailure(words.notCopied);
}

/** Where the pointer is, or the middle of the map while it is elsewhere. */
export function Readout(props: {
  pointed: ReadonlySignal<WorldPoint | undefined>;
  view: ReadonlySignal<View | undefined>;
  problem: ReadonlySignal<string>;
}) {
  const text = texts.value.map;
  const view = props.view.value;
  const place = props.pointed.value ?? (view && centerOf(view));
  if (place === undefined) return null;
  const { x: X, y: Y } = place;
  return (
    <div class="map-readout">
      {props.problem.value !== '' && <span class="faint">{text.reliefFailed}</span>}
      <Figure what={text.mapPlace} value={formatPlace({ X, Y })} label={text.copyMap} />
      <Figure what={text.worldPlace} value={formatWorldPlace({ X, Y })} label={text.copyWorld} />
    </div>
  );
}

function Figure({ what, value, label }: { what: string; value: string; label: string }) {
  return (
    <span class="map-figure">
      <span class="faint">{what}</span> <span class="mono">{value}</span>
      <button type="button" aria-label={label} title={label} onClick={() => void copyPlace(value)}>
        <Icon shape={Copy} size={13} />
      </button>
    </span>
  );
}
