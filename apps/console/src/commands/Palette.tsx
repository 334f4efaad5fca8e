import { useEffect } from 'preact/hooks';
import { assign } from '../kit/assign.ts';
import { Icon } from '../kit/Icon.tsx';
import { SearchDialog } from '../kit/SearchDialog.tsx';
import { texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { visibleText } from '../views/visible-text.ts';
import { shownKeys } from './keys.ts';
import { choose, closePalette, paletteBusy, paletteContents, paletteOpen, paletteText } from './palette.ts';
import { markedParts, PREFIXES, parsePaletteText } from './palette-query.ts';
import type { PaletteRow } from './palette-rows.ts';

/** One field over everything: pages, actions, players, guilds, bases, items, Pals, technologies. */
export default function Palette() {
  const text = texts.value.commands;
  const groups = paletteContents.value;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const { term } = parsePaletteText(paletteText.value);
  const busy = paletteBusy.value;
  useEffect(() => {
    if (paletteOpen.value && term !== '' && !busy) announce(text.found(count));
  }, [count, term, busy, text]);
  return (
    <SearchDialog
      open={paletteOpen.value}
      onClose={closePalette}
      label={text.title}
      placeholder={text.placeholder}
      text={paletteText.value}
      onText={(next) => assign(paletteText, next)}
      groups={groups.map(({ id, rows }) => ({ id, label: text.kinds[id], items: rows }))}
      keyOf={({ key }) => key}
      isDisabled={({ blocked }) => blocked !== undefined}
      onChoose={choose}
      status={busy && <span class="faint">{text.searching}</span>}
      empty={busy || term === '' ? null : text.nothing}
      footer={<Prefixes />}
    >
      {(row) => <Row row={row} />}
    </SearchDialog>
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

function Prefixes() {
  const { prefixes } = texts.value.commands;
  return (
    <>
      {Object.keys(PREFIXES).map((prefix) => (
        <span key={prefix}>
          <kbd>{prefix}</kbd> {prefixes[prefix]}
        </span>
      ))}
    </>
  );
}
