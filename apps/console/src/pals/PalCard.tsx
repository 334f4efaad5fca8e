import type { PalRow } from '@palatine/contract';
import { palName, speciesOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { PalSeal } from '../glyphs/Seals.tsx';
import { texts } from '../texts/texts.ts';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { Ivs, PalMarks, speciesEntry } from './PalFigures.tsx';
import './pals.css';

/** A Pal in a box: its element, its name, its level and its marks. */
export function PalCard(props: { pal: PalRow; onOpen: () => void; isOpen?: boolean; dimmed?: boolean }) {
  const { pal, onOpen, isOpen = false, dimmed = false } = props;
  const species = speciesEntry(pal.PalID);
  const element = species?.Elements[0];
  return (
    <button
      type="button"
      class={`pal-card${dimmed ? ' dimmed' : ''}`}
      data-element={element ?? 'Normal'}
      aria-pressed={isOpen}
      onClick={onOpen}
    >
      <PalSeal species={speciesOf(pal.PalID)} element={element} size={28} />
      <span class="pal-card-name">
        {pal.Nickname === '' ? palName(pal.PalID) : <Name text={pal.Nickname} />}
      </span>
      <span class="pal-card-foot">
        {texts.value.palDetails.lv(formatNumber(pal.Level))}
        <PalMarks pal={pal} />
      </span>
      <Ivs ivs={pal.IVs} inline bare />
    </button>
  );
}

export function EmptyPalSlot() {
  return (
    <span class="pal-card free">
      <span class="spoken">{texts.value.palDetails.free}</span>
    </span>
  );
}

export function palTitle({ Nickname, PalID }: Pick<PalRow, 'Nickname' | 'PalID'>): string {
  return Nickname === '' ? palName(PalID) : visibleText(Nickname);
}
