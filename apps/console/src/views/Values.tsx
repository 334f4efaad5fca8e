import type { ComponentChildren } from 'preact';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatDateTime } from '../data/format.ts';
import { texts } from '../texts/texts.ts';
import { lookAlike, visibleText } from './visible-text.ts';
import './status.css';
import './async-view.css';

const TITLE_CHARS = 300;

/** A text of a player, isolated from the text around it. `otherwise` stands for an empty one. */
export function Name({ text, otherwise }: { text: string; otherwise?: string }) {
  if (text === '') return <span class="faint">{otherwise ?? texts.value.views.nameless}</span>;
  const visible = visibleText(text);
  return <bdi title={visible === text ? undefined : visibleText(text, TITLE_CHARS)}>{visible}</bdi>;
}

export interface TimeProps {
  /** ISO 8601, or ms since 1970; undefined or '' where it is not known. */
  at: string | number | undefined;
  /** `age`: how long ago, and it moves on. `moment`: day and time. The other one is the title. */
  as?: 'age' | 'moment';
}

export function Time({ at, as = 'age' }: TimeProps) {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  if (ms === undefined || Number.isNaN(ms)) return <Unknown />;
  const moment = formatDateTime(ms);
  const iso = new Date(ms).toISOString();
  if (as === 'moment') return <time dateTime={iso}>{moment}</time>;
  return (
    <time dateTime={iso} title={moment}>
      {formatAge(ms, nowMs.value)}
    </time>
  );
}

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

/** Stands for a figure or a text that the world does not know: a dash for the eye, a word for the ear. */
export function Unknown({ why }: { why?: string }) {
  const text = why ?? texts.value.views.unknown;
  return (
    <span class="faint" title={text}>
      <span aria-hidden="true">–</span>
      <span class="spoken">{text}</span>
    </span>
  );
}

export function Labels({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <Unknown />;
  return (
    <ul class="labels">
      {of.map((label) => (
        <li key={label}>
          <Name text={label} />
        </li>
      ))}
    </ul>
  );
}

/** A mark beside the name of a player that may pass for another one, with the reason; nothing beside any other. */
export function LookAlikeMark({ name }: { name: string }) {
  const why = lookAlike(name);
  if (why === undefined) return null;
  const { mark, because } = texts.value.views.lookAlike;
  return (
    <span class="look-alike" title={because[why]}>
      {mark}
      <span class="spoken">: {because[why]}</span>
    </span>
  );
}
