import { useSignal } from '@preact/signals';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import Maximize from 'lucide/dist/esm/icons/maximize.mjs';
import Minimize from 'lucide/dist/esm/icons/minimize.mjs';
import Minus from 'lucide/dist/esm/icons/minus.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import type { JSX, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';

export interface MapToolsProps {
  page: RefObject<HTMLElement | null>;
  onZoom: (levels: number) => void;
  onWhole: () => void;
}

/** Buttons for who has no wheel: nearer, farther, the whole region, full screen. */
export function MapTools({ page, onZoom, onWhole }: MapToolsProps): JSX.Element {
  const text = texts.value.map;
  const full = useSignal(false);
  useEffect(() => {
    const follow = () => {
      full.value = document.fullscreenElement !== null;
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [full]);
  const switchFull = () =>
    document.fullscreenElement === null ? page.current?.requestFullscreen() : document.exitFullscreen();
  return (
    <fieldset class="map-tools" aria-label={text.tools}>
      <IconButton icon={Plus} label={text.zoomIn} onClick={() => onZoom(1)} />
      <IconButton icon={Minus} label={text.zoomOut} onClick={() => onZoom(-1)} />
      <IconButton icon={Globe} label={text.whole} onClick={onWhole} />
      <IconButton
        icon={full.value ? Minimize : Maximize}
        label={full.value ? text.notFull : text.full}
        onClick={() => void switchFull()}
      />
    </fieldset>
  );
}
