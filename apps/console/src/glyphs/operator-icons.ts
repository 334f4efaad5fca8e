import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { place } from '../navigation/place.ts';

/** Kinds of icons that an operator can put into the folder of the console. */
const ICON_KINDS = ['pals', 'items', 'technologies'] as const;
export type IconKind = (typeof ICON_KINDS)[number];

/** The address of each icon, by its kind and id as one key. */
type OperatorIcons = ReadonlyMap<string, string>;

const keyOf = (kind: IconKind, id: string) => `${kind} ${id.toLowerCase()}`;

const CONSOLE = `${place.prefix}/console`;

/** A gateway has no folder of the operator. */
let isRequested = place.gateway;
const loaded = signal<OperatorIcons>(new Map());
const broken = signal<ReadonlySet<string>>(new Set());

/** The operator's icons; none until they are listed. The list is read once, when the first glyph is shown. */
const operatorIcons: ReadonlySignal<OperatorIcons> = computed(() => {
  if (!isRequested) {
    isRequested = true;
    queueMicrotask(() => void load()); // a computed signal may write none
  }
  return loaded.value;
});

async function load(): Promise<void> {
  try {
    const response = await fetch(`${CONSOLE}/icons.json`);
    if (response.ok) loaded.value = readIcons(await response.json());
  } catch {
    // Without the list every glyph stays as it is.
  }
}

/** The list as the service gives it: the stamp of each icon by kind and id. Anything else counts as no icon. */
export function readIcons(list: unknown): OperatorIcons {
  const kinds = new Map(entriesOf(list));
  const icons = ICON_KINDS.flatMap((kind) =>
    entriesOf(kinds.get(kind)).flatMap(([id, stamp]) =>
      typeof stamp === 'string' ? [[keyOf(kind, id), addressOf(kind, id, stamp)] as const] : [],
    ),
  );
  return new Map(icons);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function addressOf(kind: IconKind, id: string, stamp: string): string {
  return `${CONSOLE}/operator/icons/${kind}/${encodeURIComponent(id)}?v=${encodeURIComponent(stamp)}`;
}

/** The address of the icon of an id in any case; of an alpha without one that of its species. */
export function iconIn(icons: OperatorIcons, kind: IconKind, id: string): string | undefined {
  const key = keyOf(kind, id);
  return icons.get(key) ?? icons.get(key.replace(/^pals boss_/, 'pals '));
}

/** The address of the operator's icon; undefined without an icon, and for a broken one. */
export function operatorIcon(kind: IconKind, id: string): string | undefined {
  const address = iconIn(operatorIcons.value, kind, id);
  return address === undefined || broken.value.has(address) ? undefined : address;
}

/** Takes an icon out that the browser cannot show: its glyph comes back. */
export function dropIcon(address: string): void {
  broken.value = new Set(broken.peek()).add(address);
}
