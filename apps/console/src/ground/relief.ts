import { place } from '../navigation/place.ts';
import { type Part, type RegionId, spanOf, type ThemeName } from './regions.ts';
import type { ReliefReply, ReliefRequest } from './relief-worker.ts';

/** The surveyed heights of the regions, beside the page. */
const FILES: Readonly<Record<RegionId, string>> = { Main: 'relief-main.png', Tree: 'relief-tree.png' };

/** Paints the ground in its own thread. */
export function startRelief() {
  const worker = new Worker(new URL('./relief-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { done: (picture: ImageBitmap) => void; failed: (why: Error) => void }>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<ReliefReply>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if ('picture' in data) request?.done(data.picture);
    else request?.failed(new Error(data.problem));
  };
  worker.onerror = () => {
    for (const { failed } of waiting.values()) failed(new Error('the relief cannot be painted'));
    waiting.clear();
  };
  return {
    /** Paints a part of a region. Rejects without heights, or canvas in workers. */
    paint(
      region: RegionId,
      theme: ThemeName,
      part: Part,
      { width, height }: { width: number; height: number },
    ): Promise<ImageBitmap> {
      const id = ++last;
      const url = new URL(`${place.prefix}/console/${FILES[region]}`, location.origin).href;
      const request: ReliefRequest = { id, url, theme, spanCm: spanOf(region), part, width, height };
      return new Promise((done, failed) => {
        waiting.set(id, { done, failed });
        worker.postMessage(request);
      });
    },
    close: () => worker.terminate(),
  };
}

export type Relief = ReturnType<typeof startRelief>;
