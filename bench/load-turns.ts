import type { LoadKind } from './load.ts';

export interface LoadTurn {
  /** Index among the kinds. */
  kind: number;
  request: Buffer;
  bodyBytes: number | undefined;
}

/** Returns the next request at each call: each kind as often as its share, then the next kind, in rotation. */
export function loadTurns(kinds: readonly LoadKind[]): () => LoadTurn {
  const rotations = kinds.map(({ requests, bodyBytes }, kind) => {
    const turns = requests.map((text): LoadTurn => ({ kind, request: Buffer.from(text), bodyBytes }));
    return rotation(turns);
  });
  const nextRotation = rotation(
    kinds.flatMap(({ share }, kind) => new Array<number>(share).fill(kind)).map((kind) => rotations[kind]),
  );
  return () => (nextRotation() as () => LoadTurn)(); // there are as many rotations as kinds
}

function rotation<T>(values: readonly T[]): () => T {
  if (values.length === 0) throw new Error('nothing to send');
  let next = 0;
  return () => {
    const value = values[next] as T; // next < length
    next = next + 1 === values.length ? 0 : next + 1;
    return value;
  };
}
