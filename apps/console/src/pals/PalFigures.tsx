import type { PalRow } from '@palatine/contract';
import { lookUp, nameOf, palName, speciesOf } from '../data/catalogue.ts';
import type { CatalogueEntries } from '../data/catalogue-entries.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { PalSeal } from '../glyphs/Seals.tsx';
import { PAL_MARKS, type PalMark, WORK_IDS, WORKS, type WorkId } from '../glyphs/shapes.ts';
import { Icon, type IconShape } from '../kit/Button.tsx';
import { Bar } from '../kit/Meter.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import './pals.css';

const [TOP_IV, MAX_IV] = [90, 100];

/** The three IVs that count in the game, as bars from gray to gold. `inline`: side by side; `bare`: without figures. */
export function Ivs(props: { ivs: PalRow['IVs']; inline?: boolean; bare?: boolean }) {
  const { ivs, inline = false, bare = false } = props;
  const names = texts.value.palDetails.ivs;
  return (
    <div class={inline ? 'ivs stack inline' : 'ivs stack tight'}>
      {(['Health', 'AttackShot', 'Defense'] as const).map((name) => (
        <div
          key={name}
          class={`iv${ivs[name] > MAX_IV ? ' over' : ivs[name] >= TOP_IV ? ' top' : ''}`}
          style={{ '--iv': `${Math.max(0, Math.min(MAX_IV, ivs[name]))}%` }}
          title={names[name]}
        >
          <span class={inline ? 'spoken' : 'quiet'}>{names[name]}</span>
          <Bar share={ivs[name] / MAX_IV} />
          <span class={bare ? 'spoken' : 'iv-figure'}>{formatNumber(ivs[name])}</span>
        </div>
      ))}
    </div>
  );
}

/** Ranks below 0 are bad, 4 and more are rainbow, as in the game. */
function passiveTone(rank: number): string {
  if (rank < 0) return 'bad';
  return rank >= 4 ? 'rainbow' : rank >= 2 ? 'good' : 'plain';
}

/** A chevron for each rank, downwards for a bad one; a star for those of rainbow. */
function rankGlyph(rank: number): IconShape {
  if (rank >= 4) return PAL_MARKS.lucky;
  const count = Math.min(3, Math.abs(rank));
  const paths = Array.from({ length: count }, (_, at) => {
    const middle = 12 + (at - (count - 1) / 2) * 7;
    return rank < 0 ? `M4 ${middle - 4}l8 8 8-8` : `M4 ${middle + 4}l8-8 8 8`;
  });
  return [['path', { d: paths.join('') }]];
}

/** Passives as chips by rank, the best first. `max`: the others are a number. */
export function Passives({ ids, max = ids.length }: { ids: readonly string[]; max?: number }) {
  const text = texts.value.palDetails;
  if (ids.length === 0) return <span class="faint">{text.none}</span>;
  const ranked = ids
    .map((id) => ({ id, name: nameOf('Passives', id), rank: lookUp('Passives', id)?.Rank ?? 0 }))
    .toSorted((one, other) => other.rank - one.rank);
  const hidden = ranked.slice(max);
  return (
    <ul class="passives">
      {ranked.slice(0, max).map(({ id, name, rank }) => (
        <li key={id} class={passiveTone(rank)}>
          {rank !== 0 && <Icon shape={rankGlyph(rank)} size={12} />}
          {name}
          {rank !== 0 && <span class="spoken">{text.rank(rank)}</span>}
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={formatList(hidden.map(({ name }) => name))}>
          <span aria-hidden="true">+{hidden.length}</span>
          <span class="spoken">{formatList(hidden.map(({ name }) => name))}</span>
        </li>
      )}
    </ul>
  );
}

export function Works({ works }: { works: readonly Work[] }) {
  const text = texts.value.palDetails;
  if (works.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="works">
      {works.map(({ id, rank, added, isOff }) => (
        <li key={id} class={isOff ? 'off' : undefined}>
          <Icon shape={WORKS[id]} size={16} />
          {text.works[id]}
          <strong>{formatNumber(rank)}</strong>
          {added > 0 && <span class="chip">+{formatNumber(added)}</span>}
          {isOff && <span class="faint">{text.off}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A mark with a word for the ear and the pointer. */
function Mark({ mark, word }: { mark: PalMark; word: string }) {
  return (
    <span class={`pal-mark ${mark}`} title={word}>
      <Icon shape={PAL_MARKS[mark]} size={14} />
      <span class="spoken">{word}</span>
    </span>
  );
}

/** Conditions that a base can do something about. */
const CONDITION_MARKS: Readonly<Partial<Record<PalRow['Condition'], PalMark>>> = {
  Hurt: 'hurt',
  Sick: 'sick',
  Hungry: 'hungry',
  Depressed: 'low',
};

export function PalMarks(props: { pal: Pick<PalRow, 'Gender' | 'Shiny' | 'Alpha' | 'Rank' | 'Condition'> }) {
  const { pal } = props;
  const text = texts.value.palDetails;
  const stars = Math.max(0, pal.Rank - 1);
  const condition = CONDITION_MARKS[pal.Condition];
  return (
    <span class="pal-marks">
      {pal.Gender === 'Male' && <Mark mark="male" word={text.male} />}
      {pal.Gender === 'Female' && <Mark mark="female" word={text.female} />}
      {pal.Shiny && <Mark mark="lucky" word={text.lucky} />}
      {pal.Alpha && <Mark mark="alpha" word={text.alpha} />}
      {stars > 0 && (
        <span class="pal-stars toned warn" title={text.stars(stars)}>
          <Icon shape={PAL_MARKS.star} size={12} />
          <span aria-hidden="true">{stars}</span>
          <span class="spoken">{text.stars(stars)}</span>
        </span>
      )}
      {condition !== undefined && <Mark mark={condition} word={text.conditions[pal.Condition]} />}
    </span>
  );
}

/** Slots of a page of the Palbox. */
const PAGE_SLOTS = 30;

export function PalPlaceText({ pal }: { pal: Pick<PalRow, 'Place' | 'Owner'> }) {
  const text = texts.value.palDetails.places;
  const { Kind, Id = '', Slot } = pal.Place;
  switch (Kind) {
    case 'Team':
    case 'Palbox': {
      const page = Math.floor((Slot ?? 0) / PAGE_SLOTS) + 1;
      const slot = Slot === undefined ? '' : formatNumber((Slot % PAGE_SLOTS) + 1);
      const box = Kind === 'Palbox' ? { box: Kind, page: String(page) } : {};
      return (
        <a href={hrefOf(`/players/${Id}/pals`, box)}>
          {Kind === 'Team' ? text.team : text.palbox(formatNumber(page), slot)}
          {pal.Owner !== undefined && (
            <>
              {' · '}
              <Name text={pal.Owner.Name} otherwise={pal.Owner.Uid} />
            </>
          )}
        </a>
      );
    }
    case 'Camp':
      return <a href={hrefOf(`/bases/${Id}/workers`)}>{text.camp}</a>;
    case 'Booth':
      return <span>{text.booth}</span>;
    default:
      return <span class="quiet">{text.elsewhere}</span>;
  }
}

/** The species of a Pal in the catalogue; undefined for a person, and for what the catalogue does not know. */
export function speciesEntry(palId: string): CatalogueEntries['Pals'] | undefined {
  return lookUp('Pals', speciesOf(palId));
}

export interface Work {
  readonly id: WorkId;
  /** The rank of its species, with what was added. */
  readonly rank: number;
  readonly added: number;
  readonly isOff: boolean;
}

/** The kinds of work of a Pal, in the order of the game. Ranks that were added count, also to kinds it had not. */
export function worksOf(
  palId: string,
  added: Readonly<Record<string, number>> = {},
  switchedOff: readonly string[] = [],
): Work[] {
  const own = speciesEntry(palId)?.Work ?? {};
  return WORK_IDS.map((id) => {
    const more = added[id] ?? 0;
    return { id, rank: (own[id] ?? 0) + more, added: more, isOff: switchedOff.includes(id) };
  }).filter(({ rank }) => rank > 0);
}

/** The hit points of a Pal, of how many where that is known. */
export function hpText({ HP, MaxHP }: Pick<PalRow, 'HP' | 'MaxHP'>): string {
  const { ofMax } = texts.value.palDetails;
  return MaxHP === undefined ? formatNumber(HP) : ofMax(formatNumber(HP), formatNumber(MaxHP));
}

/** A slot of a box, with its Pal: its element, its name, its level and its marks. */
export function PalCard(props: {
  pal: PalRow | undefined;
  onOpen: (pal: PalRow) => void;
  isOpen?: boolean;
  dimmed?: boolean;
}) {
  const { pal, onOpen, isOpen = false, dimmed = false } = props;
  if (pal === undefined) {
    return (
      <span class="pal-card free">
        <span class="spoken">{texts.value.palDetails.free}</span>
      </span>
    );
  }
  const species = speciesEntry(pal.PalID);
  const element = species?.Elements[0];
  return (
    <button
      type="button"
      class={`pal-card${dimmed ? ' dimmed' : ''}`}
      data-element={element ?? 'Normal'}
      aria-pressed={isOpen}
      onClick={() => onOpen(pal)}
    >
      <PalSeal species={speciesOf(pal.PalID)} element={element} size={28} />
      <span class="pal-card-name truncate">
        {pal.Nickname === '' ? palName(pal.PalID) : <Name text={pal.Nickname} />}
      </span>
      <span class="note row tight pal-card-foot">
        {texts.value.palDetails.lv(formatNumber(pal.Level))}
        <PalMarks pal={pal} />
      </span>
      <Ivs ivs={pal.IVs} inline bare />
    </button>
  );
}

export function palTitle({ Nickname, PalID }: Pick<PalRow, 'Nickname' | 'PalID'>): string {
  return Nickname === '' ? palName(PalID) : visibleText(Nickname);
}
