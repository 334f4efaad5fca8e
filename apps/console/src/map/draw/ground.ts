import {
  type Part,
  partOf,
  REGION_IDS,
  REGIONS,
  type RegionId,
  spanOf,
  type ThemeName,
} from '../../ground/regions.ts';
import { paintGround } from '../../ground/relief.ts';
import { boxOf, pixelOf, type View } from '../../ground/view.ts';
import type { Pen } from './pen.ts';

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
    use(next: ThemeName): void {
      if (next === theme) return;
      theme = next;
      close = [];
      const size = { width: WHOLE_PX, height: WHOLE_PX };
      const jobs = REGION_IDS.map((region) => paint(region, next, partOf(region, REGIONS[region]), size));
      Promise.all(jobs).then((pictures) => {
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
        return part === undefined
          ? []
          : [paint(region, theme ?? 'light', part, pixelsOf(region, part, view))];
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

type GroundPicture = Awaited<ReturnType<typeof paint>>;

async function paint(
  region: RegionId,
  theme: ThemeName,
  part: Part,
  size: { width: number; height: number },
) {
  return { ...part, region, picture: await paintGround(region, theme, part, size) };
}

/** The part of a region in view; undefined when the region is out of view or the whole picture is as sharp. */
function partInView(region: RegionId, view: View): Part | undefined {
  if (spanOf(region) / view.cmPerPixel <= WHOLE_PX / devicePixelRatio) return undefined;
  const [seen, whole] = [boxOf(view), REGIONS[region]];
  const box = {
    minX: Math.max(seen.minX, whole.minX),
    maxX: Math.min(seen.maxX, whole.maxX),
    minY: Math.max(seen.minY, whole.minY),
    maxY: Math.min(seen.maxY, whole.maxY),
  };
  return box.minX < box.maxX && box.minY < box.maxY ? partOf(region, box) : undefined;
}

function pixelsOf(region: RegionId, part: Part, { cmPerPixel }: View): { width: number; height: number } {
  const scale = (spanOf(region) / cmPerPixel) * devicePixelRatio;
  const [width, height] = [part.width * scale, part.height * scale];
  const shrink = Math.min(1, Math.sqrt(CLOSE_PX / (width * height)));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}
