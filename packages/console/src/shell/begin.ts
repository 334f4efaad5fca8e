import { type ReadonlySignal, signal } from '@preact/signals';
import { startConsole } from './start-console.ts';

const begun = signal(false);
const failure = signal<unknown>(undefined);

/** Whether the language and the session of the tab are known. */
export const hasBegun: ReadonlySignal<boolean> = begun;

/** Why the service could not be asked about the token of the tab; undefined when it could. */
export const beginFailure: ReadonlySignal<unknown> = failure;

/** Starts the console over the root of its page. @returns how to stop it. */
export function begin(root: HTMLElement): () => void {
  const started = startConsole(root);
  void started.begun
    .catch((error: unknown) => {
      failure.value = error;
    })
    .then(() => {
      begun.value = true;
    });
  return started.stop;
}

/** Lets the sign-in stand in place of what could not be shown. */
export function forgetFailure(): void {
  failure.value = undefined;
}
