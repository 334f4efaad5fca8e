import { lookUp, nameOf } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { passiveTone } from './pal-facts.ts';
import './pals.css';

/** Passives, coloured by rank; the rank is said in signs as well. */
export function Passives({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span class="faint">{texts.value.palDetails.none}</span>;
  return (
    <ul class="passives">
      {ids.map((id) => {
        const rank = lookUp('Passives', id)?.Rank;
        return (
          <li key={id} class={passiveTone(rank)} title={id}>
            {nameOf('Passives', id)}
            {rank !== undefined && rank !== 0 && <PassiveRank rank={rank} />}
          </li>
        );
      })}
    </ul>
  );
}

function PassiveRank({ rank }: { rank: number }) {
  return (
    <span class="passive-rank">
      <span aria-hidden="true">{(rank < 0 ? '▾' : '▴').repeat(Math.min(5, Math.abs(rank)))}</span>
      <span class="spoken">{texts.value.palDetails.rank(rank)}</span>
    </span>
  );
}
