import type { Signal } from '@preact/signals';
import { Globe, Minus, Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../kit/IconButton.tsx';
import { texts } from '../../texts/texts.ts';
import { type MapView, type MapViewOptions, startMapView } from './map-view.ts';

/** The map of a state with its buttons, and what lies over it. The state is closed with it. */
export function MapStage(props: {
  options: MapViewOptions;
  /** Holds the view while the map is shown. */
  view: Signal<MapView | undefined>;
  label: string;
  onWhole: () => void;
  tools?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { options, view, label, onWhole, tools, children } = props;
  const text = texts.value.map;
  const ground = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const players = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const [element, below, above] = [ground.current, still.current, players.current];
    if (element === null || below === null || above === null) return undefined;
    const started = startMapView(element, { ground: below, players: above }, options);
    view.value = started;
    return () => {
      started.close();
      options.state.close();
    };
  }, [options.state]);
  return (
    <div class="map-stage">
      <canvas ref={still} role="img" aria-label={label} />
      <canvas ref={players} />
      <div class="map-ground" ref={ground} tabIndex={-1} />
      <fieldset class="map-tools" aria-label={text.tools} data-over-map>
        <IconButton icon={Plus} label={text.zoomIn} onClick={() => view.value?.zoomBy(1)} />
        <IconButton icon={Minus} label={text.zoomOut} onClick={() => view.value?.zoomBy(-1)} />
        <IconButton icon={Globe} label={text.whole} onClick={onWhole} />
        {tools}
      </fieldset>
      {children}
    </div>
  );
}
