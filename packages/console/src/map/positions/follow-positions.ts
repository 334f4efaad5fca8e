import { getPositions, type PositionsMessage } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type StreamReader, shareStream } from '../../data/shared-stream.ts';
import { shareWishes } from '../../data/shared-wishes.ts';
import { place } from '../../navigation/place.ts';
import { client, may, session } from '../../session/session.ts';
import { type AskedPart, boxText, partToAsk } from './asked-part.ts';
import { type PositionBook, positionBook } from './position-book.ts';

/** A message of the stream, with the part of the world that it is about. */
interface PartMessage {
  readonly part: AskedPart;
  readonly message: PositionsMessage;
}

/** Where the players are, as it is told now. */
export interface LivePositions {
  /** Changes in place. */
  readonly book: PositionBook;
  /** Counts the changes of the book; 0 before the first. */
  readonly version: ReadonlySignal<number>;
  close(): void;
}

/**
 * Follows the positions while the page is in sight: what nobody looks at costs nothing. All tabs with the same token
 * share one stream, which asks for what they want together.
 * @param wanted what this tab shows; undefined while that is not known, and nothing is asked
 */
export function followPositions(wanted: ReadonlySignal<AskedPart | undefined>): LivePositions {
  const book = positionBook();
  const version = signal(0);
  const { visible, stop: stopLooking } = visibility();
  const follows = computed(() => visible.value && wanted.value !== undefined && may(getPositions));
  const stop = effect(() => {
    const tokenName = session.value?.facts.Token.Name;
    if (!follows.value || tokenName === undefined) return undefined;
    return open(`palatine.positions.${tokenName}${place.suffix}`);
  });

  function open(name: string): () => void {
    const wishes = shareWishes<AskedPart>(`${name}.wishes`);
    const stopWanting = effect(() => {
      if (wanted.value !== undefined) wishes.want(wanted.value);
    });
    let part: AskedPart | undefined;
    const stream = shareStream(
      name,
      positionReader(wishes.all, () => part && { part, message: book.snapshot() }),
    );
    stream.listen((told) => {
      part = told.part;
      book.apply(told.message, performance.now(), told.part);
      version.value++;
    });
    return () => {
      stopWanting();
      stream.close();
      wishes.close();
    };
  }

  return {
    book,
    version,
    close() {
      stop();
      stopLooking();
    },
  };
}

/** Reads the part that is wanted, and another one when that is wanted. */
function positionReader(
  wishes: ReadonlySignal<readonly AskedPart[]>,
  current: () => PartMessage | undefined,
): StreamReader<PartMessage> {
  return {
    current,
    async *read({ signal: ended, onConnection }) {
      let part: AskedPart | undefined;
      while (!ended.aborted) {
        const asked = partToAsk(wishes.peek(), part);
        part = asked;
        const another = new AbortController();
        const stop = effect(() => {
          if (partToAsk(wishes.value, asked) !== asked) another.abort();
        });
        try {
          const messages = client().positions({
            query: asked === 'everywhere' ? {} : { Box: boxText(asked) },
            signal: AbortSignal.any([ended, another.signal]),
            onConnection,
          });
          for await (const message of messages) yield { part: asked, message };
        } finally {
          stop();
        }
      }
    },
  };
}

/** Whether the page is in sight. */
function visibility(): { visible: ReadonlySignal<boolean>; stop: () => void } {
  const visible = signal(document.visibilityState === 'visible');
  const look = () => {
    visible.value = document.visibilityState === 'visible';
  };
  document.addEventListener('visibilitychange', look);
  return { visible, stop: () => document.removeEventListener('visibilitychange', look) };
}
