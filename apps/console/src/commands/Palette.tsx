import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { visibleText } from '../views/visible-text.ts';
import { shownKeys } from './keys.ts';
import { choose, closePalette, paletteBusy, paletteContents, paletteOpen, paletteText } from './palette.ts';
import { markedParts, type PaletteRow, PREFIXES, parsePaletteText } from './palette-rows.ts';
import './palette.css';

/** One field over everything: pages, actions, players, guilds, bases, items, Pals, technologies. Enter chooses the first. */
export default function Palette() {
  const text = texts.value.commands;
  const groups = paletteContents.value;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const { term } = parsePaletteText(paletteText.value);
  const busy = paletteBusy.value;
  const highlighted = useRef<PaletteRow | undefined>(undefined);
  useEffect(() => {
    if (paletteOpen.value && term !== '' && !busy) announce(text.found(count));
  }, [count, term, busy, text]);
  return (
    <Dialog.Root open={paletteOpen.value} onOpenChange={(next) => next || closePalette()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="search-dialog floating" aria-label={text.open}>
          <Autocomplete.Root
            open
            inline
            items={groups.map(({ id, rows }) => ({ id, items: [...rows] }))}
            filter={null}
            mode="none"
            autoHighlight="always"
            keepHighlight
            onItemHighlighted={(row: unknown) => (highlighted.current = row as PaletteRow | undefined)}
            value={paletteText.value}
            onValueChange={(next, { reason }) => {
              if (reason !== 'item-press') paletteText.value = next;
            }}
            itemToStringValue={(row: unknown) => (row as PaletteRow).key} // the items above
          >
            <div class="search-field row">
              <Icon shape={Search} />
              <Autocomplete.Input
                aria-label={text.open}
                placeholder={text.placeholder}
                onKeyDown={(event: { key: string; shiftKey: boolean; preventDefault(): void }) => {
                  const { next, fill = next } = highlighted.current ?? {};
                  if (event.key !== 'Tab' || event.shiftKey || fill === undefined) return;
                  event.preventDefault();
                  paletteText.value = fill;
                }}
              />
              {busy && <span class="faint">{text.searching}</span>}
            </div>
            <Autocomplete.Empty className="list-empty">
              {busy || term === '' ? null : text.nothing}
            </Autocomplete.Empty>
            <Autocomplete.List className="search-list">
              {groups.map(({ id, rows }) => (
                <Autocomplete.Group key={id} items={[...rows]}>
                  <Autocomplete.GroupLabel className="group-label">{text.kinds[id]}</Autocomplete.GroupLabel>
                  {rows.map((row) => (
                    <Autocomplete.Item
                      key={row.key}
                      value={row}
                      className="menu-item"
                      disabled={row.blocked !== undefined}
                      onClick={() => choose(row)}
                    >
                      <Row row={row} />
                    </Autocomplete.Item>
                  ))}
                </Autocomplete.Group>
              ))}
            </Autocomplete.List>
          </Autocomplete.Root>
          <div class="search-footer faint cluster">
            <span>
              <kbd>Tab</kbd> {text.fill}
            </span>
            {Object.keys(PREFIXES).map((prefix) => (
              <span key={prefix}>
                <kbd>{prefix}</kbd> {text.prefixes[prefix]}
              </span>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({ row }: { row: PaletteRow }) {
  const { icon, text, term, note, keys, blocked } = row;
  return (
    <>
      <span class="menu-icon">{icon && <Icon shape={icon} size={16} />}</span>
      <span class="menu-text">
        <bdi>
          {markedParts(visibleText(text, 120), term).map(({ text: part, marked }, at) =>
            marked ? <mark key={String(at)}>{part}</mark> : part,
          )}
        </bdi>
        {blocked !== undefined && <span class="faint">{blocked}</span>}
      </span>
      {note !== undefined && <span class="faint">{visibleText(note)}</span>}
      {keys !== undefined && <kbd>{shownKeys(keys)}</kbd>}
    </>
  );
}
