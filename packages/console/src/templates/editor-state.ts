import { PalatineError } from '@palatine/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { newKey, send } from '../outbox/outbox.ts';
import type { FileKind, OpenFile } from './file-kind.ts';
import {
  fieldOf,
  type JsonObject,
  type Parsed,
  parseDocument,
  printDocument,
  withField,
} from './json-document.ts';

/** The file that is edited. Form and text are two views of one text. */
export interface Editor {
  readonly name: ReadonlySignal<string>;
  readonly text: ReadonlySignal<string>;
  /** The file as it was read or saved last; undefined for one that is not there yet. */
  readonly file: ReadonlySignal<OpenFile | undefined>;
  readonly parsed: ReadonlySignal<Parsed>;
  /** Whether the text differs from the file as it was read. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** Why the last save failed. */
  readonly error: ReadonlySignal<unknown>;
  /** The file on the disk, when it has changed since it was read: nothing is saved over it unasked. */
  readonly theirs: ReadonlySignal<OpenFile | undefined>;
  setText(text: string): void;
  field(path: string): unknown;
  /** Sets a field of the document; undefined takes it out. Does nothing while the text is no JSON. */
  setField(path: string, value: unknown): void;
  /** @returns the file as it was saved; undefined when it was not. */
  save(label: string): Promise<OpenFile | undefined>;
  /** Reads the file anew, where nothing is typed that it would take away. */
  reread(): Promise<void>;
  /** Goes on with the file on the disk: with its text, or with this one over it. */
  resolve(keep: 'mine' | 'theirs'): void;
}

/** An editor of a file; `file` is undefined for one that is not there yet. */
export function createEditor(
  kind: FileKind,
  name: string,
  file: OpenFile | undefined,
  start?: JsonObject,
): Editor {
  const base = signal(file);
  const text = signal(file?.Text ?? printDocument(start ?? kind.fresh));
  const error = signal<unknown>(undefined);
  const theirs = signal<OpenFile | undefined>(undefined);
  const parsed = computed(() => parseDocument(text.value));

  async function save(label: string): Promise<OpenFile | undefined> {
    const outcome = await send({
      route: kind.writes.put as 'putTemplate', // both routes take the same call
      label,
      key: newKey(),
      params: { name },
      ifMatch: base.value?.ETag ?? null,
      body: { Text: text.value },
    });
    error.value = undefined;
    if (outcome.state === 'done') {
      const saved = outcome.reply as OpenFile; // as both routes answer
      base.value = saved;
      return saved;
    }
    if (outcome.state === 'stopped') return undefined;
    error.value = outcome.error;
    if (outcome.error instanceof PalatineError && outcome.error.code === 'FILE_CHANGED') {
      theirs.value = await kind.open(name, new AbortController().signal).catch(() => undefined);
    }
    return undefined;
  }

  return {
    name: signal(name),
    text,
    file: base,
    parsed,
    isChanged: computed(() => text.value !== base.value?.Text),
    error,
    theirs,
    setText(next) {
      text.value = next;
    },
    field: (path) => (parsed.value.ok ? fieldOf(parsed.value.value, path) : undefined),
    setField(path, value) {
      if (!parsed.value.ok) return;
      text.value = printDocument(withField(parsed.value.value, path, value));
    },
    save,
    async reread() {
      const isUntouched = text.value === base.value?.Text;
      const found = await kind.open(name, new AbortController().signal).catch(() => undefined);
      if (found === undefined || !isUntouched) return; // the next save finds out what has changed
      base.value = found;
      text.value = found.Text;
    },
    resolve(keep) {
      const found = theirs.value;
      if (found === undefined) return;
      base.value = found;
      if (keep === 'theirs') text.value = found.Text;
      theirs.value = undefined;
      error.value = undefined;
    },
  };
}
