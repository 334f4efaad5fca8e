import { useSignal } from '@preact/signals';
import { Check, Copy, Eye } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatDateTime } from '../data/format.ts';
import { Icon, type IconShape } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import { announce, announceFailure } from './announce.ts';
import { copyText } from './clipboard.ts';
import { lookAlike, visibleText } from './visible-text.ts';
import './status.css';
import './async-view.css';
import './copy-id.css';

const TITLE_CHARS = 300;

/** A text of a player, isolated from the text around it. `otherwise` stands for an empty one. */
export function Name({ text, otherwise }: { text: string; otherwise?: string }) {
  if (text === '') return <span class="faint">{otherwise ?? texts.value.views.nameless}</span>;
  const visible = visibleText(text);
  return <bdi title={visible === text ? undefined : visibleText(text, TITLE_CHARS)}>{visible}</bdi>;
}

export function NameLink({
  text,
  otherwise,
  ...link
}: Parameters<typeof Name>[0] & { href: string; tabIndex?: number }) {
  return (
    <a {...link}>
      <Name text={text} {...(otherwise !== undefined && { otherwise })} />
    </a>
  );
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

/** A state as a dot and a word: never by color alone. */
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

/** Renders a value with `show`, or the mark of an unknown one. */
export function known<T>(value: T | undefined, show: (value: T) => ComponentChildren): ComponentChildren {
  return value === undefined ? <Unknown /> : show(value);
}

export function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return <Unknown />;
  return (
    <ul class="cluster tight">
      {labels.map((label) => (
        <li class="chip" key={label}>
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
    <span class="chip warn" title={because[why]}>
      {mark}
      <span class="spoken">: {because[why]}</span>
    </span>
  );
}

/** How long the mark of a copied id stays, in ms. */
const MARK_MS = 1500;

export function CopyId(props: {
  id: string;
  /** The name of the id, for screen readers: "UserId of Zoe". */
  what: string;
}) {
  const { id, what } = props;
  const text = texts.value.views;
  const copied = useSignal(false);
  useEffect(() => {
    if (!copied.value) return undefined;
    const timer = setTimeout(() => (copied.value = false), MARK_MS);
    return () => clearTimeout(timer);
  }, [copied, copied.value]);

  async function copy(): Promise<void> {
    copied.value = await copyText(id);
    if (copied.value) announce(text.copied(what));
    else announceFailure(text.notCopied);
  }
  return (
    <CodeWithButton label={text.copy(what)} icon={copied.value ? Check : Copy} run={() => void copy()}>
      <code class="truncate">{id}</code>
    </CodeWithButton>
  );
}

function CodeWithButton(props: {
  label: string;
  icon: IconShape;
  run: () => void;
  children: ComponentChildren;
}) {
  const { label, icon, run, children } = props;
  function press(event: Event): void {
    event.stopPropagation(); // a row that holds it is not opened
    run();
  }
  return (
    <span class="copy-id">
      {children}
      <button type="button" class="mini" aria-label={label} onClick={press}>
        <Icon shape={icon} size={14} />
      </button>
    </span>
  );
}

/** A private fact, hidden until it is asked for: others may see the screen. */
export function Masked(props: {
  /** undefined: the token may not read it. '': it is unknown. */
  text: string | undefined;
  /** The name of the value, for screen readers: "address of Zoe". */
  what: string;
}) {
  const { text, what } = props;
  const isShown = useSignal(false);
  const words = texts.value.views;
  if (text === undefined) return <Unknown why={words.private} />;
  if (text === '') return <Unknown />;
  if (isShown.value) return <CopyId id={text} what={what} />;
  return (
    <CodeWithButton label={words.show(what)} icon={Eye} run={() => (isShown.value = true)}>
      <code aria-hidden="true">•••••</code>
    </CodeWithButton>
  );
}
