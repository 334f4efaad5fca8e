import type { PalRow } from '@palatine/contract';
import { PAL_MARKS, type PalMark } from '../glyphs/marks.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import './pals.css';

/** A mark with a word for the ear and the pointer. */
function Mark({ mark, word }: { mark: PalMark; word: string }) {
  return (
    <span class={`pal-mark ${mark}`} title={word}>
      <Icon shape={PAL_MARKS[mark]} size={14} />
      <span class="spoken">{word}</span>
    </span>
  );
}

/** What a base can do something about. */
const CONDITION_MARKS: Readonly<Partial<Record<PalRow['Condition'], PalMark>>> = {
  Hurt: 'hurt',
  Sick: 'sick',
  Hungry: 'hungry',
  Depressed: 'low',
};

/** Gender, lucky, alpha, stars and condition of a Pal, as marks. */
export function PalMarks({
  pal,
}: {
  pal: Pick<PalRow, 'Gender' | 'Shiny' | 'Alpha' | 'Rank' | 'Condition'>;
}) {
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
