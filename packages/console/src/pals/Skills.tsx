import type { JSX } from 'preact';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { ELEMENTS, elementOf } from '../glyphs/elements.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import './pals.css';

/** Active skills with their element and power. */
export function Skills({ ids }: { ids: readonly string[] }): JSX.Element {
  const text = texts.value.palDetails;
  if (ids.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="skills">
      {ids.map((id) => {
        const skill = lookUp('Skills', id);
        const element = elementOf(skill?.Element);
        return (
          <li key={id} data-element={element} title={id}>
            <span class="element">
              <Icon shape={ELEMENTS[element]} size={16} />
              <span class="spoken">{text.elements[element]}</span>
            </span>
            {nameOf('Skills', id)}
            {typeof skill?.Power === 'number' && (
              <span class="faint">{text.power(formatNumber(skill.Power))}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
