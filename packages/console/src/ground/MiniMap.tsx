import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type MiniMapPart, partAround, placeInPart } from './mini-map-part.ts';
import './mini-map.css';
import { guildColour } from '../data/guild-hues.ts';
import { assign } from '../kit/assign.ts';
import type { ThemeName } from './colour-table.ts';
import { type RegionId, regionAt, spanOf, type WorldPoint } from './regions.ts';
import { startRelief } from './relief.ts';
import { createSprites, type Sprites } from './sprites.ts';
import { followTheme } from './theme.ts';

export interface MiniMapProps {
  /** In the middle, or nearly so. */
  place: WorldPoint;
  guildId: string;
  bases: readonly MiniMapBase[];
  /** What it shows, in words. */
  label: string;
}

/** A small picture of the ground about a place, with bases on it. It does not move: a link around it leads to the map. */
export function MiniMap({ place, guildId, bases, label }: MiniMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = JSON.stringify({ place, guildId, bases });
  useEffect(() => {
    const element = canvas.current;
    return element === null ? undefined : showMiniMap(element, { place, guildId, bases });
  }, [shown]);
  return <canvas class="mini-map" ref={canvas} role="img" aria-label={label} />;
}

/** Draws whenever size, theme or ground have changed. @returns how to stop */
function showMiniMap(canvas: HTMLCanvasElement, { place, guildId, bases }: Omit<MiniMapProps, 'label'>) {
  const region = regionAt(place);
  const relief = startRelief();
  const sprites = createSprites();
  const { theme, stop: stopTheme } = followTheme(document.documentElement);
  const size = signal({ width: 0, height: 0 });
  const ground = signal<ImageBitmap | undefined>(undefined);
  const resize = new ResizeObserver(() =>
    assign(size, { width: canvas.clientWidth, height: canvas.clientHeight }),
  );
  resize.observe(canvas);
  const partOf = ({ width, height }: { width: number; height: number }) =>
    partAround(region, [place, ...bases], width / height);
  const stopPainting = effect(() => {
    const [{ width, height }, now] = [size.value, theme.value];
    if (width === 0 || height === 0) return undefined;
    let latest = true;
    const pixels = {
      width: Math.round(width * devicePixelRatio),
      height: Math.round(height * devicePixelRatio),
    };
    relief.paint(region, now, partOf({ width, height }), pixels).then(
      (picture) => {
        if (latest) ground.value = picture;
      },
      () => {}, // without heights there is sea below the marks
    );
    return () => {
      latest = false;
    };
  });
  const stopDrawing = effect(() => {
    const [{ width, height }, now, picture] = [size.value, theme.value, ground.value];
    const context = canvas.getContext('2d');
    if (context === null || width === 0 || height === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const colours = { theme: now, sea: colour('sea'), surface: colour('surface') };
    const scene = { region, part: partOf({ width, height }), place, guildId, bases };
    drawMiniMap(context, { width, height }, scene, colours, picture, sprites);
    canvas.dataset.ground = picture === undefined ? 'sea' : 'painted';
  });
  return () => {
    stopPainting();
    stopDrawing();
    stopTheme();
    resize.disconnect();
    relief.close();
  };
}

/** A base on a mini map. */
interface MiniMapBase extends WorldPoint {
  readonly guildId: string;
  /** Radius of its area in cm. */
  readonly areaCm: number;
}

/** What a mini map shows. */
interface MiniMapScene {
  readonly region: RegionId;
  readonly part: MiniMapPart;
  /** Whose place it is about. */
  readonly place: WorldPoint;
  readonly guildId: string;
  readonly bases: readonly MiniMapBase[];
}

/** Colours of the page. */
interface MiniMapColours {
  readonly theme: ThemeName;
  readonly sea: string;
  readonly surface: string;
}

/** An area is seen around a player who is in the middle of it, in pixels. */
const LEAST_AREA_PX = 16;

/** Draws the ground, bases with their areas, and a place over them. Sizes in CSS pixels. */
function drawMiniMap(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  { region, part, place, guildId, bases }: MiniMapScene,
  { theme, sea, surface }: MiniMapColours,
  ground: ImageBitmap | undefined,
  sprites: Sprites,
): void {
  context.fillStyle = sea;
  context.fillRect(0, 0, width, height);
  if (ground) context.drawImage(ground, 0, 0, width, height);
  const at = (point: WorldPoint) => {
    const { across, down } = placeInPart(region, part, point);
    return [across * width, down * height] as const;
  };
  const pixelsPerCm = width / (part.width * spanOf(region));
  for (const base of bases) {
    const colour = guildColour(base.guildId, theme === 'dark');
    const halo = Math.max(LEAST_AREA_PX, base.areaCm * pixelsPerCm);
    disc(context, at(base), halo, guildColour(base.guildId, theme === 'dark', 0.3));
    sprites.draw(
      context,
      { glyph: 'base', fill: colour, ring: surface, ink: surface, radius: 9.5 },
      ...at(base),
    );
  }
  disc(context, at(place), 8, surface);
  disc(context, at(place), 6, guildColour(guildId, theme === 'dark'));
}

function disc(
  context: CanvasRenderingContext2D,
  [across, down]: readonly [number, number],
  radius: number,
  fill: string,
): void {
  context.beginPath();
  context.arc(across, down, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}
