import { type HeightField, heightField, paintRelief } from './paint-relief.ts';
import type { Part, ThemeName } from './regions.ts';

export interface ReliefRequest {
  readonly id: number;
  readonly url: string;
  readonly theme: ThemeName;
  readonly spanCm: number;
  readonly part: Part;
  readonly width: number;
  readonly height: number;
}

/** Its picture, or why it cannot be painted. */
export interface ReliefReply {
  readonly id: number;
  readonly picture?: ImageBitmap;
  readonly problem?: string;
}

/** The part of a worker's global scope that is used here; TypeScript knows the page's or the worker's, not both. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ReliefRequest>) => void) | null;
  postMessage(reply: ReliefReply, transfer?: Transferable[]): void;
}
const scope = globalThis as unknown as WorkerScope;

const fields = new Map<string, Promise<HeightField>>();

scope.onmessage = ({ data: { id, ...request } }) => {
  paint(request).then(
    (picture) => scope.postMessage({ id, picture }, [picture]),
    (error: unknown) =>
      scope.postMessage({ id, problem: error instanceof Error ? error.message : String(error) }),
  );
};

async function paint({ url, part, ...options }: Omit<ReliefRequest, 'id'>): Promise<ImageBitmap> {
  const pixels = paintRelief(await fieldOf(url), part, options);
  return createImageBitmap(new ImageData(pixels, options.width, options.height));
}

function fieldOf(url: string): Promise<HeightField> {
  const field = fields.get(url) ?? readField(url);
  fields.set(url, field);
  field.catch(() => fields.delete(url)); // the next request tries again
  return field;
}

/** Reads the values of a gray picture: any of its three colors. */
async function readField(url: string): Promise<HeightField> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bitmap = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser cannot draw in a worker');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const values = Uint8Array.from({ length: bitmap.width ** 2 }, (_, at) => data[at * 4] ?? 0);
  return heightField(values, bitmap.width);
}
