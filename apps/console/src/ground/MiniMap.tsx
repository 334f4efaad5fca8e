import { computed, effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { guildColor } from '../data/guilds.ts';
import { shownTheme } from '../data/preferences.ts';
import { partAround, placeInPart, regionAt, spanOf, type WorldPoint } from './regions.ts';
import { paintGround } from './relief.ts';
import { createSprites } from './sprites.ts';
import './mini-map.css';

interface MiniMapProps {
  /** In the middle, or nearly so: whose place it is about. */
  place: WorldPoint;
  guildId: string;
  /** The picture is drawn again when the list is another one. */
  bases: readonly MiniMapBase[];
  label: string;
}

interface MiniMapBase extends WorldPoint {
  readonly guildId: string;
  /** Radius of its area in cm. */
  readonly areaCm: number;
}

/** A small picture of the ground about a place, with bases on it. It does not move: a link around it leads to the map. */
export function MiniMap({ place, guildId, bases, label }: MiniMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    return element === null ? undefined : showMiniMap(element, { place, guildId, bases });
  }, [place.x, place.y, guildId, bases]);
  return <canvas class="mini-map" ref={canvas} role="img" aria-label={label} />;
}

/** An area is seen around a player who is in the middle of it, in pixels. */
const MIN_AREA_PX = 16;

/** Draws whenever size, theme or ground have changed. @returns how to stop */
function showMiniMap(canvas: HTMLCanvasElement, { place, guildId, bases }: Omit<MiniMapProps, 'label'>) {
  const region = regionAt(place);
  const sprites = createSprites();
  /** In CSS pixels. */
  const size = signal({ width: 0, height: 0 });
  const hasSize = computed(() => size.value.width > 0 && size.value.height > 0);
  const part = computed(() => partAround(region, [place, ...bases], size.value.width / size.value.height));
  const pixels = computed(() => ({
    width: Math.round(size.value.width * devicePixelRatio),
    height: Math.round(size.value.height * devicePixelRatio),
  }));
  const ground = signal<ImageBitmap | undefined>(undefined);
  const resize = new ResizeObserver(
    () => (size.value = { width: canvas.clientWidth, height: canvas.clientHeight }),
  );
  resize.observe(canvas);
  const stopPainting = effect(() => {
    if (!hasSize.value) return undefined;
    let latest = true;
    paintGround(region, shownTheme.value, part.value, pixels.value).then(
      (picture) => {
        if (latest) ground.value = picture;
      },
      () => {}, // without heights there is sea below the marks
    );
    return () => (latest = false);
  });
  const stopDrawing = effect(() => {
    const context = canvas.getContext('2d');
    if (context === null || !hasSize.value) return;
    Object.assign(canvas, pixels.value);
    context.scale(devicePixelRatio, devicePixelRatio);
    draw(context);
    canvas.dataset.ground = ground.value === undefined ? 'sea' : 'painted';
  });

  /** Draws the ground, bases with their areas, and a place over them. */
  function draw(context: CanvasRenderingContext2D): void {
    const { width, height } = size.value;
    const dark = shownTheme.value === 'dark';
    const style = getComputedStyle(document.documentElement);
    const surface = style.getPropertyValue('--surface').trim();
    context.fillStyle = style.getPropertyValue('--sea').trim();
    context.fillRect(0, 0, width, height);
    if (ground.value) context.drawImage(ground.value, 0, 0, width, height);
    const at = (point: WorldPoint) => {
      const { across, down } = placeInPart(region, part.value, point);
      return [across * width, down * height] as const;
    };
    const disc = (point: WorldPoint, radius: number, fill: string) => {
      context.beginPath();
      context.arc(...at(point), radius, 0, 2 * Math.PI);
      context.fillStyle = fill;
      context.fill();
    };
    const pixelsPerCm = width / (part.value.width * spanOf(region));
    for (const base of bases) {
      const fill = guildColor(base.guildId, dark);
      const halo = Math.max(MIN_AREA_PX, base.areaCm * pixelsPerCm);
      disc(base, halo, guildColor(base.guildId, dark, 0.3));
      sprites.draw(context, { glyph: 'base', fill, ring: surface, ink: surface, radius: 9.5 }, ...at(base));
    }
    disc(place, 8, surface);
    disc(place, 6, guildColor(guildId, dark));
  }

  return () => {
    stopPainting();
    stopDrawing();
    resize.disconnect();
  };
}
