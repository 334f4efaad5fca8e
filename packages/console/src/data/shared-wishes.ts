import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** What the tabs of a browser want of something that they share. */
export interface SharedWishes<Wish> {
  /** The wish of each tab that has one. */
  readonly all: ReadonlySignal<readonly Wish[]>;
  /** Says what this tab wants, to every tab. */
  want(wish: Wish): void;
  /** This tab wants nothing any more. */
  close(): void;
}

/** What tabs tell each other. A tab that opens asks for the wishes of the others. */
type Post<Wish> =
  | { kind: 'want'; tab: string; wish: Wish }
  | { kind: 'gone'; tab: string }
  | { kind: 'hello' };

/**
 * Shares wishes under a name. A tab that ends without a word, as in a crash, leaves its wish behind until the others
 * close: what is asked for may be too much, and never too little.
 * @param tab tells this tab from the others
 */
export function shareWishes<Wish>(
  name: string,
  tab: string = crypto.randomUUID(),
  open = (channel: string) => new BroadcastChannel(channel),
): SharedWishes<Wish> {
  const wishes = signal<ReadonlyMap<string, Wish>>(new Map());
  const all = computed(() => [...wishes.value.values()]);
  const channel = open(name);
  const post = (said: Post<Wish>) => channel.postMessage(said);
  const keep = (whose: string, wish: Wish | undefined) => {
    const next = new Map(wishes.peek());
    if (wish === undefined) next.delete(whose);
    else next.set(whose, wish);
    wishes.value = next;
  };
  channel.onmessage = ({ data }: MessageEvent<Post<Wish>>) => {
    if (data.kind === 'want') keep(data.tab, data.wish);
    else if (data.kind === 'gone') keep(data.tab, undefined);
    else {
      const own = wishes.peek().get(tab);
      if (own !== undefined) post({ kind: 'want', tab, wish: own });
    }
  };
  post({ kind: 'hello' });
  return {
    all,
    want(wish) {
      keep(tab, wish);
      post({ kind: 'want', tab, wish });
    },
    close() {
      post({ kind: 'gone', tab });
      channel.close();
    },
  };
}
