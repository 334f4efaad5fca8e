import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide';
import type { VNode } from 'preact';
import { Button, type ButtonProps, Icon, type IconShape } from './Button.tsx';
import './menu.css';

/** Where a menu opens: an element, or a point of the window in CSS pixels. */
export type MenuPlace = Element | { readonly x: number; readonly y: number };

interface MenuProps {
  trigger: VNode;
  groups: readonly MenuGroup[];
  align?: 'start' | 'end';
}

/** A button that opens a menu. `trigger` is the button; `align`: the edge they share. */
export function Menu({ trigger, groups, align = 'start' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Popup groups={groups} align={align} />
    </Base.Root>
  );
}

export function MenuButton(props: Omit<MenuProps, 'trigger'> & Omit<ButtonProps, 'ref'>) {
  const { groups, align = 'start', children, ...button } = props;
  const trigger = (
    <Button {...button}>
      {children}
      <Icon shape={ChevronDown} size={14} />
    </Button>
  );
  return <Menu trigger={trigger} groups={groups} align={align} />;
}

/** The one menu of a table or of the map: open while `place` is set, at that element or point. */
export function MenuAt(props: {
  place: MenuPlace | undefined;
  groups: readonly MenuGroup[];
  onClose: () => void;
  label: string;
}) {
  const { place, groups, onClose, label } = props;
  return (
    <Base.Root open={place !== undefined} onOpenChange={(next) => next || onClose()} modal={false}>
      <Popup groups={groups} align="start" place={place} label={label} />
    </Base.Root>
  );
}

function Popup(props: {
  groups: readonly MenuGroup[];
  align: 'start' | 'end';
  place?: MenuPlace | undefined;
  label?: string;
}) {
  const { groups, align, place, label } = props;
  const anchor =
    place === undefined || place instanceof Element
      ? place
      : { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) };
  return (
    <Base.Portal>
      <Base.Positioner className="floats" sideOffset={4} align={align} {...(anchor && { anchor })}>
        <Base.Popup className="menu floating" aria-label={label}>
          {groups.map(({ id, label: name, items }, at) => (
            <Base.Group key={id}>
              {at > 0 && <Base.Separator className="menu-line" />}
              {name !== undefined && <Base.GroupLabel className="group-label">{name}</Base.GroupLabel>}
              {items.map((item) => ('options' in item ? <Choice {...item} key={item.id} /> : entry(item)))}
            </Base.Group>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function entry(item: MenuAction) {
  const { id, icon, text, keys, blocked, checked, danger = false, href, run } = item;
  const className = `menu-item${danger ? ' danger' : ''}`;
  const inside = (
    <>
      <span class="menu-icon">{icon && <Icon shape={icon} size={16} />}</span>
      <span class="menu-text">
        {text}
        {blocked !== undefined && <span class="faint">{blocked}</span>}
      </span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </>
  );
  if (href !== undefined && blocked === undefined) {
    return (
      <Base.LinkItem key={id} className={className} href={href} closeOnClick>
        {inside}
      </Base.LinkItem>
    );
  }
  const disabled = blocked !== undefined;
  if (checked === undefined)
    return (
      <Base.Item key={id} className={className} disabled={disabled} onClick={run}>
        {inside}
      </Base.Item>
    );
  return (
    <Base.CheckboxItem
      key={id}
      className={className}
      disabled={disabled}
      checked={checked}
      onCheckedChange={run}
    >
      {inside}
      <Base.CheckboxItemIndicator className="menu-check">
        <Icon shape={Check} size={16} />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

function Choice({ label, value, options, choose }: MenuChoice) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: unknown) => choose(String(next))} aria-label={label}>
      <div class="group-label" aria-hidden="true">
        {label}
      </div>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className="menu-item">
          <span class="menu-icon">
            <Base.RadioItemIndicator className="menu-check">
              <Icon shape={Check} size={16} />
            </Base.RadioItemIndicator>
          </span>
          <span class="menu-text">{option.text}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export interface MenuAction {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconShape;
  /** The keys that do the same, as shown: `g p`, `Ctrl K`. */
  readonly keys?: string;
  readonly danger?: boolean;
  /** Why it cannot be done now; shown, and the entry does nothing. */
  readonly blocked?: string;
  readonly checked?: boolean;
  readonly href?: string;
  readonly run?: () => void;
}

interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly choose: (value: string) => void;
}

export interface MenuGroup {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly (MenuAction | MenuChoice)[];
}
