import type { ComponentChildren } from 'preact';
import './status.css';

/** `off` is hollow: nothing there. */
export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'plain' | 'off';

/** A state as a dot and a word: never by colour alone. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`status ${tone}`}>
      <span class="status-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
