import {
  type Part,
  REGION_IDS,
  REGIONS,
  type RegionId,
  spanOf,
  type ThemeName,
  toPicture,
} from '../../ground/regions.ts';
import { paintGround } from '../../ground/relief.ts';
import { boxOf, pixelOf, type View } from '../geometry/view.ts';
import type { Pen } from './pen.ts';

interface GroundPicture extends Part {
  readonly picture: ImageBitmap;
  readonly region: RegionId;
}

/** Edge of the picture of a whole region, in pixels. */
const WHOLE_PX = 1024;
/** Maximum of pixels of a closer picture, so that it is painted in a moment. */
const CLOSE_PX = 2_400_000;

/**
 * @param onChange another picture has come: of a whole region, or of what is in view
 * @param onProblem the relief cannot be painted
 */
export function createGround(onChange: () => void, onProblem: (why: Error) => void) {
  let theme: ThemeName | undefined;
  let whole: readonly GroundPicture[] = [];
  let close: readonly GroundPicture[] = [];
  let latest = 0;

  async function paint(
    region: RegionId,
    part: Part,
    size: { width: number; height: number },
  ): Promise<GroundPicture> {
    const picture = await paintGround(region, theme ?? 'light', part, size);
    return { picture, region, ...part };
  }

  return {
    draw({ context, view }: Pen): void {
      context.imageSmoothingQuality = 'high';
      for (const { picture, region, left, top, width, height } of [...whole, ...close]) {
        const edge = spanOf(region) / view.cmPerPixel;
        const { minY, maxX } = REGIONS[region];
        const [across, down] = pixelOf(view, { x: maxX, y: minY });
        context.drawImage(picture, across + left * edge, down + top * edge, width * edge, height * edge);
      }
    },
    /** Paints everything again in a theme. */
    use(next: ThemeName): void {
      if (next === theme) return;
      theme = next;
      close = [];
      const everything = { left: 0, top: 0, width: 1, height: 1 };
      const size = { width: WHOLE_PX, height: WHOLE_PX };
      Promise.all(REGION_IDS.map((region) => paint(region, everything, size))).then((pictures) => {
        if (theme !== next) return;
        whole = pictures;
        onChange();
      }, onProblem);
    },
    /** Paints what is in view as finely as the display shows it. */
    sharpen(view: View): void {
      const request = ++latest;
      const jobs = REGION_IDS.flatMap((region) => {
        const part = partInView(region, view);
        return part === undefined ? [] : [paint(region, part, pixelsOf(region, part, view))];
      });
      Promise.all(jobs).then(
        (pictures) => {
          if (request !== latest || pictures.length + close.length === 0) return; // the whole pictures are fine enough
          close = pictures;
          onChange();
        },
        () => {}, // the whole pictures, asked for by the same means, say what is wrong
      );
    },
  };
}

/** The part of a region in view; undefined when the region is out of view or the whole picture is as sharp. */
function partInView(region: RegionId, view: View): Part | undefined {
  if (spanOf(region) / view.cmPerPixel <= WHOLE_PX / devicePixelRatio) return undefined;
  const { minX, maxX, minY, maxY } = boxOf(view);
  const { u: left, v: top } = toPicture(region, { x: maxX, y: minY });
  const { u: right, v: bottom } = toPicture(region, { x: minX, y: maxY });
  const [from, to] = [Math.max(0, left), Math.min(1, right)];
  const [upper, lower] = [Math.max(0, top), Math.min(1, bottom)];
  return from < to && upper < lower
    ? { left: from, top: upper, width: to - from, height: lower - upper }
    : undefined;
}

function pixelsOf(region: RegionId, part: Part, { cmPerPixel }: View): { width: number; height: number } {
  const scale = (spanOf(region) / cmPerPixel) * devicePixelRatio;
  const [width, height] = [part.width * scale, part.height * scale];
  const shrink = Math.min(1, Math.sqrt(CLOSE_PX / (width * height)));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}
