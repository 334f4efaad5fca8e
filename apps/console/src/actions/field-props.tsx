import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Action, Draft } from './action.ts';

/** What a form needs of a run. */
export interface FormRun {
  readonly action: Action;
  readonly draft: Signal<Draft>;
  /** Why it was refused last. */
  readonly refusal: ReadonlySignal<unknown>;
}

/** What a field of the form of an action gets. */
export interface FieldProps {
  action: Action;
  draft: Draft;
  fillIn: (changes: Partial<Draft>) => void;
  /** What the service found wrong with the field, or with a row of it from 0; '' for nothing. */
  problemOf: (row?: number) => string;
}

/** What is wrong, below what is no `Field` of the kit; nothing for ''. */
export function Problem({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p class="field-error" role="alert">
      {text}
    </p>
  );
}
