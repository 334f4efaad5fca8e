import { getPalDetails, type PalDetails, type PalRow } from '@palatine/contract';
import type { JSX } from 'preact';
import { palName, speciesOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { Faces } from '../faces/Faces.tsx';
import { Name } from '../faces/Name.tsx';
import { PalSeal } from '../glyphs/PalSeal.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Ivs } from './Ivs.tsx';
import { PalFacts } from './PalFacts.tsx';
import { PalMarks } from './PalMarks.tsx';
import { PalPlaceText } from './PalPlaceText.tsx';
import { Passives } from './Passives.tsx';
import { speciesEntry, worksOf } from './pal-facts.ts';
import './pal-sheet.css';
import { Skills } from './Skills.tsx';
import { Works } from './Works.tsx';

/**
 * A Pal with all that the world knows of it. What the list knows is shown at once; the rest is read.
 * @param named false where a title above it has its name already
 */
export function PalSheet({ pal, named = true }: { pal: PalRow; named?: boolean }): JSX.Element {
  const text = texts.value.palDetails;
  const species = speciesEntry(pal.PalID);
  const isNamed = pal.Nickname !== '';
  return (
    <article class="pal-sheet" aria-label={isNamed ? pal.Nickname : palName(pal.PalID)}>
      <header data-element={species?.Elements[0] ?? 'Normal'}>
        <PalSeal
          species={speciesOf(pal.PalID)}
          element={species?.Elements[0]}
          deck={species?.Deck ?? ''}
          size={56}
        />
        <div>
          {named && <h3>{isNamed ? <Name text={pal.Nickname} /> : palName(pal.PalID)}</h3>}
          <p class="quiet">
            {isNamed && `${palName(pal.PalID)} · `}
            {species?.Elements.map(
              (element) => text.elements[element as keyof typeof text.elements] ?? element,
            ).join(' / ')}
          </p>
          <p>
            {text.level(formatNumber(pal.Level))} <PalMarks pal={pal} />
          </p>
        </div>
      </header>
      {pal.Impossible && <p class="pal-warning">{text.impossible}</p>}
      <Part title={text.ivsTitle}>
        <Ivs ivs={pal.IVs} />
      </Part>
      <Part title={text.passives}>
        <Passives ids={pal.Passives} />
      </Part>
      {may(getPalDetails) ? <Whole id={pal.Id} /> : <PalFacts row={pal} details={undefined} />}
      <p class="pal-where">
        <PalPlaceText pal={pal} />
      </p>
      <CopyId id={pal.Id} what={text.instanceId} />
    </article>
  );
}

/** What only the details of a Pal tell. */
function Whole({ id }: { id: string }): JSX.Element {
  const text = texts.value.palDetails;
  const details = useResource((signal) => client().getPalDetails({ params: { id }, signal }), [id]);
  return (
    <Faces of={details} rows={4}>
      {({ Row, Pal, Impossible, ...rest }: PalDetails) => (
        <>
          {Impossible.length > 0 && (
            <ul class="pal-warning">
              {Impossible.map(({ Path, Message }) => (
                <li key={Path}>
                  <code>{Path}</code> {Message}
                </li>
              ))}
            </ul>
          )}
          <Part title={text.activeSkills}>
            <Skills ids={Pal.ActiveSkills} />
          </Part>
          <Part title={text.learntSkills}>
            <Skills ids={Pal.LearntSkills.filter((skill) => !Pal.ActiveSkills.includes(skill))} />
          </Part>
          <Part title={text.work}>
            <Works works={worksOf(Row.PalID, Pal.ExtraWorkSuitabilities, Pal.DisableWorkPreferences)} />
          </Part>
          <PalFacts row={Row} details={{ Row, Pal, Impossible, ...rest }} />
        </>
      )}
    </Faces>
  );
}

function Part({ title, children }: { title: string; children: JSX.Element }): JSX.Element {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  );
}
