import { getPalDetails, type PalDetails, type PalRow } from '@palatine/contract';
import type { JSX } from 'preact';
import { lookUp, nameOf, palName, speciesOf } from '../data/catalogue.ts';
import { dotted, formatNumber } from '../data/format.ts';
import { useReply } from '../data/use-resource.ts';
import { PalSeal } from '../glyphs/Seals.tsx';
import { ELEMENTS, elementOf } from '../glyphs/shapes.ts';
import { Icon } from '../kit/Button.tsx';
import { Facts } from '../kit/Layout.tsx';
import { Meter } from '../kit/Meter.tsx';
import { hrefOf } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { CopyId, known, Name, NameLink } from '../views/Values.tsx';
import { Ivs, PalMarks, PalPlaceText, Passives, speciesEntry, Works, worksOf } from './PalFigures.tsx';
import './pal-sheet.css';
import './pals.css';

/**
 * All facts of a Pal. Those of the list are shown at once; the others are read.
 * @param hasName false if a title above it has its name already
 */
export function PalSheet({ pal, hasName = true }: { pal: PalRow; hasName?: boolean }) {
  const text = texts.value.palDetails;
  const species = speciesEntry(pal.PalID);
  const isNamed = pal.Nickname !== '';
  return (
    <article class="pal-sheet stack loose" aria-label={isNamed ? pal.Nickname : palName(pal.PalID)}>
      <header data-element={species?.Elements[0] ?? 'Normal'}>
        <PalSeal
          species={speciesOf(pal.PalID)}
          element={species?.Elements[0]}
          deck={species?.Deck ?? ''}
          size={56}
        />
        <div>
          {hasName && <h3>{isNamed ? <Name text={pal.Nickname} /> : palName(pal.PalID)}</h3>}
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
      {pal.Impossible && <p class="notice danger">{text.impossible}</p>}
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

/** Facts that only the details of a Pal have. */
function Whole({ id }: { id: string }) {
  const text = texts.value.palDetails;
  const details = useReply('getPalDetails', { params: { id } });
  return (
    <AsyncView resource={details} rows={4}>
      {(value) => (
        <>
          {value.Impossible.length > 0 && (
            <ul class="notice danger">
              {value.Impossible.map(({ Path, Message }) => (
                <li key={Path}>
                  <code>{Path}</code> {Message}
                </li>
              ))}
            </ul>
          )}
          <Part title={text.activeSkills}>
            <Skills ids={value.Pal.ActiveSkills} />
          </Part>
          <Part title={text.learnedSkills}>
            <Skills ids={value.Pal.LearntSkills.filter((skill) => !value.Pal.ActiveSkills.includes(skill))} />
          </Part>
          <Part title={text.work}>
            <Works
              works={worksOf(
                value.Row.PalID,
                value.Pal.ExtraWorkSuitabilities,
                value.Pal.DisableWorkPreferences,
              )}
            />
          </Part>
          <PalFacts row={value.Row} details={value} />
        </>
      )}
    </AsyncView>
  );
}

function Part({ title, children }: { title: string; children: JSX.Element }) {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function Skills({ ids }: { ids: readonly string[] }) {
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

const MAX_SAN = 100;

/** Figures of a Pal: how it is, what was put into it, and whose it is. `details` undefined leaves out what only they tell. */
function PalFacts({ row, details }: { row: PalRow; details: PalDetails | undefined }) {
  const text = texts.value.palDetails;
  const { HP, MaxHP, SAN, Hunger, MaxHunger, Owner, WorkerSick, PhysicalHealth } = row;
  const souls = details?.Pal.PalSouls;
  return (
    <Facts
      facts={[
        [text.hp, MaxHP === undefined ? formatNumber(HP) : <Bar name={text.hp} value={HP} max={MaxHP} />],
        [text.san, <Bar key="san" name={text.san} value={SAN} max={MAX_SAN} />],
        [text.food, <Bar key="food" name={text.food} value={Hunger} max={MaxHunger} />],
        [
          text.health,
          dotted(
            PhysicalHealth !== 'Healthful' && text.physical[PhysicalHealth],
            WorkerSick !== 'None' && text.sicknesses[WorkerSick],
          ) || undefined,
        ],
        [text.exp, details && formatNumber(details.Pal.Exp)],
        [text.condensed, details && text.condensedCount(details.Pal.CondensedPals)],
        [
          text.souls,
          souls &&
            text.soulCounts(
              formatNumber(souls.Health),
              formatNumber(souls.Attack),
              formatNumber(souls.Defense),
              formatNumber(souls.CraftSpeed),
            ),
        ],
        [text.friendship, details && text.rank(details.FriendshipRank)],
        [
          text.owner,
          known(Owner, ({ Uid, Name: name }) => (
            <NameLink href={hrefOf(`/players/${Uid}/pals`)} text={name} otherwise={Uid} />
          )),
        ],
        [
          text.caughtBy,
          details?.CaughtBy && <Name text={details.CaughtBy.Name} otherwise={details.CaughtBy.Uid} />,
        ],
      ]}
    />
  );
}

function Bar({ name, value, max }: { name: string; value: number; max: number }) {
  const label = texts.value.palDetails.ofMax(formatNumber(value), formatNumber(max));
  const share = max > 0 ? value / max : 0;
  return (
    <Meter label={name} value={value} max={max} text={label} tone={share < 0.3 ? 'warn' : 'accent'}>
      {label}
    </Meter>
  );
}
