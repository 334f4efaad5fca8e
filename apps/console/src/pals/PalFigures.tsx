import type { PalRow } from '@palatine/contract';
import { lookUp, nameOf, speciesOf } from '../data/catalogue.ts';
import type { CatalogueEntries } from '../data/catalogue-entries.ts';
import { formatNumber } from '../data/format.ts';
import { PAL_MARKS, type PalMark, WORK_IDS, WORKS, type WorkId } from '../glyphs/shapes.ts';
import { Icon } from '../kit/Button.tsx';
import { Meter } from '../kit/Meter.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Name } from '../views/Values.tsx';
import './pals.css';

const MAX_IV = 100;

/** The three IVs that count in the game, as bars. */
export function Ivs({ ivs }: { ivs: PalRow['IVs'] }) {
  const text = texts.value.palDetails;
  return (
    <div class="ivs">
      {(['Health', 'AttackShot', 'Defense'] as const).map((name) => (
        <div key={name} class="iv">
          <span class="quiet">{text.ivs[name]}</span>
          <Meter
            label={text.ivs[name]}
            value={ivs[name]}
            max={MAX_IV}
            text={formatNumber(ivs[name])}
            tone={ivs[name] > MAX_IV ? 'danger' : ivs[name] >= 90 ? 'ok' : 'accent'}
          />
          <strong>{formatNumber(ivs[name])}</strong>
        </div>
      ))}
    </div>
  );
}

/** Ranks below 0 are bad, 4 and more are rainbow, as in the game. */
function passiveTone(rank = 0): string {
  if (rank < 0) return 'bad';
  return rank >= 4 ? 'rainbow' : rank >= 2 ? 'good' : 'plain';
}

/** Passives, colored by rank; the rank is said in signs as well. */
export function Passives({ ids }: { ids: readonly string[] }) {
  const text = texts.value.palDetails;
  if (ids.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="passives">
      {ids.map((id) => {
        const { Rank: rank = 0 } = lookUp('Passives', id) ?? {};
        return (
          <li key={id} class={passiveTone(rank)} title={id}>
            {nameOf('Passives', id)}
            {rank !== 0 && (
              <span class="passive-rank">
                <span aria-hidden="true">{(rank < 0 ? '▾' : '▴').repeat(Math.min(5, Math.abs(rank)))}</span>
                <span class="spoken">{text.rank(rank)}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Kinds of work with their ranks; what was added and what is switched off is said. */
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
        <span class="pal-stars" title={text.stars(stars)}>
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
