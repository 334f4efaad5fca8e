import { place } from '../navigation/place.ts';
import { type Part, type RegionId, spanOf, type ThemeName } from './regions.ts';
import type { ReliefReply, ReliefRequest } from './relief-worker.ts';

/** The surveyed heights of the regions, beside the page. */
const FILES: Readonly<Record<RegionId, string>> = { Main: 'relief-main.png', Tree: 'relief-tree.png' };

/** Pixels of all pictures that are kept, each of 4 bytes: both themes of the regions, and some closer views. */
const MAX_PIXELS = 16_000_000;

const waiting = new Map<number, PromiseWithResolvers<ImageBitmap>>();
/** Pictures by request, the one used last at the end. */
const pictures = new Map<string, { readonly picture: Promise<ImageBitmap>; readonly pixels: number }>();
let worker: Worker | undefined;
let last = 0;

/**
 * Paints a part of a region in a thread of its own. Thread and pictures are kept for the life of the page. Rejects
 * without heights, or canvas in workers.
 */
export function paintGround(
  region: RegionId,
  theme: ThemeName,
  part: Part,
  { width, height }: { width: number; height: number },
): Promise<ImageBitmap> {
  const url = new URL(`${place.prefix}/console/${FILES[region]}`, location.origin).href;
  const key = JSON.stringify([region, theme, part, width, height]);
  const kept = pictures.get(key);
  pictures.delete(key);
  const picture = kept?.picture ?? request({ url, theme, spanCm: spanOf(region), part, width, height });
  pictures.set(key, { picture, pixels: width * height });
  picture.catch(() => pictures.delete(key)); // the next request tries again
  dropOldest();
  return picture;
}

function dropOldest(): void {
  let pixels = [...pictures.values()].reduce((sum, kept) => sum + kept.pixels, 0);
  for (const [key, kept] of pictures) {
    if (pixels <= MAX_PIXELS) return;
    pictures.delete(key);
    pixels -= kept.pixels;
  }
}

function request(work: Omit<ReliefRequest, 'id'>): Promise<ImageBitmap> {
  const id = ++last;
  const painted = Promise.withResolvers<ImageBitmap>();
  waiting.set(id, painted);
  worker ??= startWorker();
  worker.postMessage({ id, ...work });
  return painted.promise;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./relief-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data: { id, picture, problem } }: MessageEvent<ReliefReply>) => {
    const painted = waiting.get(id);
    waiting.delete(id);
    if (picture) painted?.resolve(picture);
    else painted?.reject(new Error(problem));
  };
  started.onerror = () => {
    worker = undefined; // the next request starts another
    for (const { reject } of waiting.values()) reject(new Error('the relief cannot be painted'));
    waiting.clear();
  };
  return started;
}
