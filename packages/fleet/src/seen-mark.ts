/** The newest message of a stream that was read, and so all before it. */
export interface SeenMark {
  readonly sequence: number;
  /** ms since 1970, by the clock of the broker. */
  readonly timeMs: number;
}

/** Whether a stream was wiped since it was read up to a mark: its first message is younger. */
export function isWiped(seen: SeenMark, first: SeenMark): boolean {
  return first.sequence <= seen.sequence && first.timeMs > seen.timeMs;
}
