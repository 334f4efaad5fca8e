import { getPositions, type PositionsMessage } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { openStream } from '../../data/stream.ts';
import { client, may, session } from '../../session/session.ts';
import { type AskedPart, boxText, partToAsk } from './asked-part.ts';
import { positionBook } from './position-book.ts';

/**
 * Follows the positions while the page is visible.
 * @param wanted what is shown; undefined while that is not known, and nothing is asked
 */
export function followPositions(wanted: ReadonlySignal<AskedPart | undefined>) {
  const book = positionBook();
  const version = signal(0);
  let last: AskedPart | undefined;
  const part = computed(() => {
    last = wanted.value && partToAsk(wanted.value, last);
    return last;
  });
  const close = effect(() => {
    const asked = part.value;
    if (asked === undefined || session.value === undefined || !may(getPositions)) return undefined;
    const stream = openStream<PositionsMessage>(
      ({ signal: ended, onConnection }) =>
        client().positions({
          query: asked === 'everywhere' ? {} : { Box: boxText(asked) },
          signal: ended,
          onConnection,
        }),
      (message) => {
        book.apply(message, performance.now(), asked);
        version.value++;
      },
    );
    return () => stream.close();
  });
  return {
    /** Changes in place. */
    book,
    /** Counts the changes of the book; 0 before the first. */
    version,
    close,
  };
}
