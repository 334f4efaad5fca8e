import { guildColour } from '../data/guild-hues.ts';
import type { ThemeName } from './colour-table.ts';
import { type MiniMapPart, placeInPart } from './mini-map-part.ts';
import { type RegionId, spanOf, type WorldPoint } from './regions.ts';
import type { Sprites } from './sprites.ts';

/** A base on a mini map. */
export interface MiniMapBase extends WorldPoint {
  readonly guildId: string;
  /** Radius of its area in cm. */
  readonly areaCm: number;
}

/** What a mini map shows. */
export interface MiniMapScene {
  readonly region: RegionId;
  readonly part: MiniMapPart;
  /** Whose place it is about. */
  readonly place: WorldPoint;
  readonly guildId: string;
  readonly bases: readonly MiniMapBase[];
}

/** Colours of the page. */
export interface MiniMapColours {
  readonly theme: ThemeName;
  readonly sea: string;
  readonly surface: string;
}

/** An area is seen around a player who is in the middle of it, in pixels. */
const LEAST_AREA_PX = 16;

/** Draws the ground, bases with their areas, and a place over them. Sizes in CSS pixels. */
export function drawMiniMap(
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
