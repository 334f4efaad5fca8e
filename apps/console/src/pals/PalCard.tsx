import type { PalRow } from '@palatine/contract';
import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { palName, speciesOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { PalSeal } from '../glyphs/Seals.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import {
  hpText,
  Ivs,
  PalMarks,
  PalPlaceText,
  Passives,
  speciesEntry,
  Works,
  worksOf,
} from './PalFigures.tsx';
import './pals.css';
import './pal-compare.css';

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
      <Ivs ivs={pal.IVs} inline />
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

/** The minimum and maximum of Pals that can be compared. */
export const COMPARED = { min: 2, max: 4 } as const;

export function palTitle({ Nickname, PalID }: Pick<PalRow, 'Nickname' | 'PalID'>): string {
  return Nickname === '' ? palName(PalID) : visibleText(Nickname);
}

export function PalCompare(props: { pals: readonly PalRow[]; onLeaveOut: (pal: PalRow) => void }) {
  const { pals, onLeaveOut } = props;
  const text = texts.value.palDetails;
  const best = Math.max(...pals.map(({ IVSum }) => IVSum));
  const lines: [string, (pal: PalRow) => ComponentChildren][] = [
    [text.columns.level, ({ Level }) => formatNumber(Level)],
    [text.columns.marks, (pal) => <PalMarks pal={pal} />],
    [text.ivsTitle, ({ IVs }) => <Ivs ivs={IVs} />],
    [
      text.ivSum,
      ({ IVSum }) => (IVSum === best ? <strong>{formatNumber(IVSum)}</strong> : formatNumber(IVSum)),
    ],
    [text.passives, ({ Passives: ids }) => <Passives ids={ids} />],
    [text.work, ({ PalID }) => <Works works={worksOf(PalID)} />],
    [text.columns.hp, hpText],
    [text.columns.place, (pal) => <PalPlaceText pal={pal} />],
  ];
  return (
    <div class="pal-compare">
      <table>
        <thead>
          <tr>
            <td />
            {pals.map((pal) => (
              <th key={pal.Id} scope="col">
                {pal.Nickname === '' ? palName(pal.PalID) : <Name text={pal.Nickname} />}
                <IconButton
                  icon={X}
                  label={text.notCompared(palTitle(pal))}
                  onClick={() => onLeaveOut(pal)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {pals.map((pal) => (
                <td key={pal.Id}>{cell(pal)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
