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
      {toolbar !== undefined && <div class="toolbar cluster">{toolbar}</div>}
      <div class="page-body stack loose">{children}</div>
    </div>
  );
}

export function Card(props: {
  title?: ComponentChildren;
  note?: ComponentChildren;
  tools?: ComponentChildren;
  flush?: boolean;
  children: ComponentChildren;
}) {
  const { title, note, tools, flush = false, children } = props;
  return (
    <section class="card box">
      {(title !== undefined || tools !== undefined) && (
        <header class="cluster">
          <h2>{title}</h2>
          {note !== undefined && <span class="faint">{note}</span>}
          {tools !== undefined && <div class="cluster at-end">{tools}</div>}
        </header>
      )}
      <div class={flush ? 'card-body flush' : 'card-body'}>{children}</div>
    </section>
  );
}

export function Tile(props: {
  label: ComponentChildren;
  value: ComponentChildren;
  note?: ComponentChildren;
  href?: string;
}) {
  const { label, value, note, href } = props;
  const Element = (href === undefined ? 'div' : 'a') as 'a'; // only a link has an address
  return (
    <Element class="tile box" {...(href !== undefined && { href })}>
      <span class="note">{label}</span>
      <span class="tile-value truncate">{value}</span>
      {note !== undefined && <span class="note">{note}</span>}
    </Element>
  );
}

/** Cards side by side; one below the other where they have no room. `wide`: the first is twice as wide as the second. */
export function Columns({ wide = false, children }: { wide?: boolean; children: ComponentChildren }) {
  return <div class={wide ? 'columns wide' : 'columns'}>{children}</div>;
}

/** Facts with their names, one below the other. A fact that is undefined is left out. */
export function Facts(props: {
  facts: readonly (readonly [name: string, fact: ComponentChildren | undefined])[];
}) {
  return (
    <dl class="facts stack tight">
      {props.facts
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
