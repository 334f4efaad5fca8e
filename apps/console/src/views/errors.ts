import { PalatineError, UnansweredError } from '@palatine/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Resource } from '../data/resource.ts';
import { texts } from '../texts/texts.ts';

interface ErrorWords {
  readonly message: string;
  /** For programs: the code of the service, or the state of the connection; '' for an error of the page itself. */
  readonly code: string;
  /** Names the request in the log of the service; '' where it is not known. */
  readonly requestId: string;
  readonly retryAfterSeconds: number;
  /** Problems of parts of a body: a JSON pointer and a message each. */
  readonly problems: readonly { readonly Path: string; readonly Message: string }[];
}

/** Describes an error in the chosen language where the page knows better than the service. */
export function describeError(error: unknown): ErrorWords {
  const words = texts.value.views.errors;
  const message = error instanceof Error ? error.message : String(error);
  const plain = { message, code: '', requestId: '', retryAfterSeconds: 0, problems: [] };
  if (!(error instanceof PalatineError || error instanceof UnansweredError)) return plain;
  const { code, retryAfterSeconds = 0 } = error;
  const translated = new Map([
    ['REQUEST_TIMEOUT', words.notInTime],
    ['OUTCOME_UNKNOWN', words.outcomeUnknown],
    ['SERVER_BUSY', words.busy],
    ['RATE_LIMITED', words.tooMany],
    ['MISSING_PERMISSION', words.mayNot(message)],
    ['UNREACHABLE', words.unreachable],
    ['TIMED_OUT', words.timedOut],
    ['UNREADABLE', words.unreadable],
  ]).get(code);
  const described = { ...plain, message: translated ?? message, code, retryAfterSeconds };
  if (error instanceof UnansweredError) return described;
  return { ...described, requestId: error.requestId ?? '', problems: error.details.Problems ?? [] };
}

/** The resources of the page that could not be read because the service does not answer. */
const unread = signal<ReadonlySet<Resource<unknown>>>(new Set());

/** When the oldest value of an outage was read, in ms since 1970, 0 where none was; undefined while all is answered. */
export const outageSinceMs: ReadonlySignal<number | undefined> = computed(() => {
  const readAt = [...unread.value].map(({ readAtMs }) => readAtMs.value).filter((atMs) => atMs > 0);
  if (unread.value.size === 0) return undefined;
  return readAt.length === 0 ? 0 : Math.min(...readAt);
});

/** Counts a resource to the outage. @returns how to take it out. */
export function joinOutage(resource: Resource<unknown>): () => void {
  unread.value = new Set([...unread.peek(), resource]);
  return () => (unread.value = new Set([...unread.peek()].filter((joined) => joined !== resource)));
}

export function readAgain(): void {
  for (const resource of unread.peek()) void resource.refresh();
}
