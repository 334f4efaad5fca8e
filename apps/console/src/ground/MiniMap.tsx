import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { guildColor } from '../data/guilds.ts';
import { shownTheme } from '../data/preferences.ts';
import { partOf, regionAt, type WorldPoint } from './regions.ts';
import { paintGround } from './relief.ts';
import { createSprites } from './sprites.ts';
import { boxAround, boxOf, pixelOf, pixelsOf, scaled, type View, viewAround } from './view.ts';
import './mini-map.css';

interface MiniMapProps {
  /** In the middle, or nearly so: whose place it is about. */
  place: WorldPoint;
  guildId: string;
  /** The picture is drawn again when the list is another one. */
  bases: readonly (WorldPoint & { guildId: string; areaCm: number })[];
  label: string;
}

/** A small picture of the ground about a place, with bases on it. It does not move: a link around it leads to the map. */
export function MiniMap({ label, ...content }: MiniMapProps) {
  const { place, guildId, bases } = content;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    return context === null ? undefined : showMiniMap(context, content);
  }, [place.x, place.y, guildId, bases]);
  return <canvas class="mini-map" ref={canvas} role="img" aria-label={label} />;
}

/** An area is seen around a player who is in the middle of it, in pixels. */
const MIN_AREA_PX = 16;

/** Draws whenever size, theme or ground have changed. @returns how to stop */
function showMiniMap(
  context: CanvasRenderingContext2D,
  { place, guildId, bases }: Omit<MiniMapProps, 'label'>,
) {
  const { canvas } = context;
  const region = regionAt(place);
  const box = boxAround([place, ...bases.filter((base) => regionAt(base) === region)]);
  const sprites = createSprites();
  const view = signal<View | undefined>(undefined);
  const ground = signal<ImageBitmap | undefined>(undefined);
  const resize = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (box && width > 0 && height > 0) view.value = viewAround(box, { width, height });
  });
  resize.observe(canvas);
  const stopPainting = effect(() => {
    if (view.value === undefined) return undefined;
    let latest = true;
    paintGround(region, shownTheme.value, partOf(region, boxOf(view.value)), pixelsOf(view.value)).then(
      (picture) => {
        if (latest) ground.value = picture;
      },
      () => {}, // without heights there is sea below the marks
    );
    return () => (latest = false);
  });
  const stopDrawing = effect(() => {
    if (view.value !== undefined) draw(scaled(context, view.value), view.value);
    canvas.dataset.ground = ground.value === undefined ? 'sea' : 'painted';
  });

  /** Draws the ground, bases with their areas, and a place over them. */
  function draw(context: CanvasRenderingContext2D, view: View): void {
    const dark = shownTheme.value === 'dark';
    const style = getComputedStyle(document.documentElement);
    const surface = style.getPropertyValue('--surface').trim();
    context.fillStyle = style.getPropertyValue('--sea').trim();
    context.fillRect(0, 0, view.width, view.height);
    if (ground.value) context.drawImage(ground.value, 0, 0, view.width, view.height);
    const disc = (point: WorldPoint, radius: number, fill: string) => {
      context.beginPath();
      context.arc(...pixelOf(view, point), radius, 0, 2 * Math.PI);
      context.fillStyle = fill;
      context.fill();
    };
    for (const base of bases) {
      const fill = guildColor(base.guildId, dark);
      disc(base, Math.max(MIN_AREA_PX, base.areaCm / view.cmPerPixel), guildColor(base.guildId, dark, 0.3));
      const look = { glyph: 'base', fill, ring: surface, ink: surface, radius: 9.5 } as const;
      sprites.draw(context, look, ...pixelOf(view, base));
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
