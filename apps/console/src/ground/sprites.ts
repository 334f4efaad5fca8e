import { MAP_MARKS, pathData } from '../glyphs/shapes.ts';

export type GlyphName = keyof typeof MAP_MARKS;

interface SpriteLook {
  readonly glyph: GlyphName;
  readonly fill: string;
  readonly ring: string;
  readonly ink: string;
  readonly radius: number;
  readonly ticked?: boolean;
}

/** Edge of the grid that glyphs are drawn in. */
const GRID = 24;

/** Pictures of marks, each drawn once for a look and copied from then on. */
export function createSprites() {
  const sprites = new Map<string, HTMLCanvasElement>();
  return {
    /** Draws a mark with its middle at a point, in CSS pixels. */
    draw(context: CanvasRenderingContext2D, look: SpriteLook, across: number, down: number): void {
      const { glyph, fill, ring, ink, radius, ticked = false } = look;
      const key = `${glyph} ${fill} ${ring} ${ink} ${radius} ${ticked} ${devicePixelRatio}`;
      const sprite = sprites.get(key) ?? drawSprite(look);
      sprites.set(key, sprite);
      const edge = sprite.width / devicePixelRatio;
      context.drawImage(sprite, across - edge / 2, down - edge / 2, edge, edge);
    },
    clear: () => sprites.clear(),
  };
}
export type Sprites = ReturnType<typeof createSprites>;

function drawSprite({ glyph, fill, ring, ink, radius, ticked }: SpriteLook): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const edge = radius * 2 + 6;
  canvas.width = Math.ceil(edge * devicePixelRatio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.scale(devicePixelRatio, devicePixelRatio);
  context.translate(edge / 2, edge / 2);
  disc(context, radius, fill, ring);
  context.save();
  const scale = (radius * 1.45) / GRID;
  context.scale(scale, scale);
  context.translate(-GRID / 2, -GRID / 2);
  context.strokeStyle = ink;
  context.lineWidth = 1.9;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(pathData(MAP_MARKS[glyph])));
  context.restore();
  if (ticked) tick(context, radius, ring, ink);
  return canvas;
}

function disc(context: CanvasRenderingContext2D, radius: number, fill: string, ring: string): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = ring;
  context.stroke();
}

function tick(context: CanvasRenderingContext2D, radius: number, ring: string, ink: string): void {
  context.translate(radius * 0.75, radius * 0.75);
  disc(context, radius * 0.55, ink, ring);
  context.beginPath();
  context.moveTo(-radius * 0.26, 0);
  context.lineTo(-radius * 0.06, radius * 0.2);
  context.lineTo(radius * 0.28, -radius * 0.2);
  context.lineWidth = 1.4;
  context.strokeStyle = ring;
  context.stroke();
}
