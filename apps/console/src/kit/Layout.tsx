import type { ComponentChildren } from 'preact';
import './layout.css';

/** A page: an optional toolbar that stays, and what scrolls below it. `flush`: without a margin, for tables and maps. */
export function PageBody(props: {
  toolbar?: ComponentChildren;
  flush?: boolean;
  children: ComponentChildren;
}) {
  const { toolbar, flush = false, children } = props;
  return (
    <div class={flush ? 'page flush' : 'page'}>
      {toolbar !== undefined && <div class="toolbar">{toolbar}</div>}
      <div class="page-body">{children}</div>
    </div>
  );
}

export interface CardProps {
  title?: ComponentChildren;
  /** Beside the title, small: a count, an age. */
  note?: ComponentChildren;
  tools?: ComponentChildren;
  /** Content without its own margin, such as a table. */
  flush?: boolean;
  children: ComponentChildren;
}

export function Card({ title, note, tools, flush = false, children }: CardProps) {
  return (
    <section class="card">
      {(title !== undefined || tools !== undefined) && (
        <header>
          <h2>{title}</h2>
          {note !== undefined && <span class="faint">{note}</span>}
          {tools !== undefined && <div class="card-tools">{tools}</div>}
        </header>
      )}
      <div class={flush ? 'card-body flush' : 'card-body'}>{children}</div>
    </section>
  );
}

export function Tiles({ children }: { children: ComponentChildren }) {
  return <div class="tiles">{children}</div>;
}

export interface TileProps {
  label: ComponentChildren;
  value: ComponentChildren;
  /** One line below it: of how many, since when. */
  note?: ComponentChildren;
  href?: string;
}

export function Tile({ label, value, note, href }: TileProps) {
  const body = (
    <>
      <span class="tile-label">{label}</span>
      <span class="tile-value">{value}</span>
      {note !== undefined && <span class="tile-note">{note}</span>}
    </>
  );
  return href === undefined ? (
    <div class="tile">{body}</div>
  ) : (
    <a class="tile" href={href}>
      {body}
    </a>
  );
}

/** Cards side by side; one below the other where they have no room. `wide`: the first is twice as wide as the second. */
export function Columns({ wide = false, children }: { wide?: boolean; children: ComponentChildren }) {
  return <div class={wide ? 'columns wide' : 'columns'}>{children}</div>;
}

/** Facts with their names, one below the other. A fact that is undefined is left out. */
export function Facts(props: {
  of: readonly (readonly [name: string, fact: ComponentChildren | undefined])[];
}) {
  return (
    <dl class="facts">
      {props.of
        .filter(([, fact]) => fact !== undefined)
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  );
}
