import { Tabs as Base } from '@base-ui/react/tabs';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './tabs.css';

interface Tab {
  readonly id: string;
  readonly text: string;
  readonly note?: ComponentChildren;
  readonly disabled?: boolean;
}

/** Parts of a page of which one is shown. Arrows move between the tabs. */
export function Tabs(props: {
  label: string;
  value: string;
  tabs: readonly Tab[];
  onChange: (id: string) => void;
  /** The tabs are the page itself, with its name before them; what is shown scrolls below them. */
  ofPage?: boolean;
  children?: ComponentChildren;
}) {
  const { label, value, tabs, onChange, ofPage = false, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // on a phone the list is wider than the page
  }, [value]);
  return (
    <Base.Root
      className={ofPage ? 'tabs of-page' : 'tabs'}
      value={value}
      onValueChange={(next: unknown) => onChange(String(next))}
    >
      {ofPage && (
        <span class="tabs-name" aria-hidden="true">
          {label}
        </span>
      )}
      <Base.List ref={list} className="tab-list" aria-label={label} activateOnFocus={false}>
        {tabs.map(({ id, text, note, disabled = false }) => (
          <Base.Tab key={id} value={id} className="tab" disabled={disabled}>
            {text}
            {note !== undefined && <span class="faint">{note}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id }) => (
        <Base.Panel key={id} value={id} className="tab-panel">
          {id === value ? children : null}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
