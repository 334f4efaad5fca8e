import { PalatineError } from '@palatine/client';
import { computed, signal } from '@preact/signals';
import { fieldOf, type JsonObject, parseDocument, printDocument, withField } from '../data/json-document.ts';
import { newKey, send } from '../outbox/outbox.ts';
import type { FileKind, OpenFile } from './file-kind.ts';

/** What new files begin with that are copies, by name. */
export const beginnings = new Map<string, JsonObject>();

/** The file that is edited. Form and text are two views of one text. `file` is undefined for one that is not there yet. */
export function createEditor(kind: FileKind, name: string, file: OpenFile | undefined) {
  const base = signal(file);
  const text = signal(file?.Text ?? printDocument(beginnings.get(name) ?? kind.fresh));
  const error = signal<unknown>(undefined);
  const theirs = signal<OpenFile | undefined>(undefined);
  const parsed = computed(() => parseDocument(text.value));

  /** @returns the file as it was saved; undefined when it was not. */
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
    name,
    text,
    /** The file as it was read or saved last; undefined for one that is not there yet. */
    file: base,
    parsed,
    /** Whether the text differs from the file as it was read. */
    isChanged: computed(() => text.value !== base.value?.Text),
    error,
    /** The file on the disk, when it has changed since it was read: nothing is saved over it unasked. */
    theirs,
    field: (path: string) => (parsed.value.ok ? fieldOf(parsed.value.value, path) : undefined),
    /** Sets a field of the document; undefined takes it out. Does nothing while the text is no JSON. */
    setField(path: string, value: unknown): void {
      if (!parsed.value.ok) return;
      text.value = printDocument(withField(parsed.value.value, path, value));
    },
    save,
    /** Reads the file anew, where nothing is typed that it would take away. */
    async reread(): Promise<void> {
      const isUntouched = text.value === base.value?.Text;
      const found = await kind.open(name, new AbortController().signal).catch(() => undefined);
      if (found === undefined || !isUntouched) return; // the next save finds out what has changed
      base.value = found;
      text.value = found.Text;
    },
    /** Goes on with the file on the disk: with its text, or with this one over it. */
    resolve(keep: 'mine' | 'theirs'): void {
      const found = theirs.value;
      if (found === undefined) return;
      base.value = found;
      if (keep === 'theirs') text.value = found.Text;
      theirs.value = undefined;
      error.value = undefined;
    },
  };
}

export type Editor = ReturnType<typeof createEditor>;
