import type { GuildDetailsReply } from '@palatine/contract';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPercent } from '../data/format.ts';
import { Status } from '../faces/Status.tsx';
import { Card, Columns } from '../kit/Layout.tsx';
import { Meter } from '../kit/Meter.tsx';
import { texts } from '../texts/texts.ts';
import { byCategory, type ResearchOf } from './research.ts';

/** The research of a guild by category: what is done, what is under way, what is left. */
export function Laboratory({ of }: { of: GuildDetailsReply['Laboratory'] }) {
  const text = texts.value.guilds;
  const categories = byCategory(of.Researches, (id) => lookUp('Research', id));
  return (
    <>
      <p>
        {of.CurrentResearch === '' ? (
          <span class="quiet">{text.noResearch}</span>
        ) : (
          <>
            {text.researches} <strong>{nameOf('Research', of.CurrentResearch)}</strong>
          </>
        )}
      </p>
      <Columns>
        {categories.map(({ category, researches, done }) => (
          <Card
            key={category}
            title={workName(category) || text.otherResearch}
            note={text.slots(formatNumber(done), formatNumber(researches.length))}
          >
            <ul class="researches">
              {researches.map((research) => (
                <Research key={research.id} of={research} isCurrent={research.id === of.CurrentResearch} />
              ))}
            </ul>
          </Card>
        ))}
      </Columns>
    </>
  );
}

/** The name of the work that a category of research is for; the category itself where it is for none. */
function workName(category: string): string {
  const { works } = texts.value.palDetails;
  return Object.hasOwn(works, category) ? works[category as keyof typeof works] : category; // as hasOwn says
}

function Research({ of, isCurrent }: { of: ResearchOf; isCurrent: boolean }) {
  const text = texts.value.guilds;
  const { id, work, required } = of;
  const isDone = required !== undefined && work >= required;
  return (
    <li>
      <span class={work === 0 ? 'quiet' : undefined}>{nameOf('Research', id)}</span>
      {isDone ? (
        <Status tone="ok">{text.done}</Status>
      ) : required === undefined ? (
        <span class="faint">{formatNumber(work)}</span>
      ) : (
        <Meter label={nameOf('Research', id)} value={work} max={required} tone={isCurrent ? 'accent' : 'ok'}>
          {formatPercent(work / required)}
        </Meter>
      )}
    </li>
  );
}
