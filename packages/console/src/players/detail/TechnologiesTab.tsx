import { type PlayerDetails, type PlayerTechnologies, searchKey } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { formatNumber } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { WithCatalogue } from '../../faces/WithCatalogue.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { TechnologyBar } from './TechnologyBar.tsx';
import { TechnologyRows } from './TechnologyRows.tsx';
import './technologies.css';
import { technologyLevels } from './technology-levels.ts';

/** What a player has learnt, level by level, and what they could learn. */
export function TechnologiesTab({ details }: { details: PlayerDetails }): JSX.Element {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const technologies = useResource(
    (signal) => client().getPlayerTechnologies({ params: { uid }, signal }),
    [uid],
  );
  useTouch(technologies, (event) => playersOf(event).includes(uid));
  return (
    <>
      <div class="tab-tools">
        <TextField
          type="search"
          label={text.findTechnology}
          placeholder={text.findTechnology}
          value={find.value}
          onInput={(value) => {
            find.value = value;
          }}
        />
        <Age of={technologies} />
      </div>
      <Faces
        of={technologies}
        rows={8}
        unknown={({ Known }) => (Known ? undefined : text.unknownTechnologies)}
      >
        {(known) => (
          <WithCatalogue rows={8}>
            {(catalogue) => (
              <Known
                known={known}
                details={details}
                find={find.value}
                all={catalogue.entries('Technologies')}
              />
            )}
          </WithCatalogue>
        )}
      </Faces>
    </>
  );
}

interface KnownProps {
  known: PlayerTechnologies;
  details: PlayerDetails;
  find: string;
  all: readonly CatalogueEntries['Technologies'][];
}

function Known({ known, details, find, all }: KnownProps): JSX.Element {
  const text = texts.value.player;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const key = searchKey(find);
  const levels = technologyLevels(
    all.filter(({ Level }) => typeof Level === 'number'),
    known,
    ({ ID, Name }) => searchKey(ID).includes(key) || searchKey(Name).includes(key),
  );
  const lines = levels.flatMap(({ ordinary, ancient }) => [...ordinary, ...ancient]);
  const picked = lines.filter(({ technology }) => chosen.value.has(technology.ID));
  return (
    <>
      <p class="technology-sum">
        {text.learntOf(formatNumber((known.Unlocked ?? []).length), formatNumber(all.length))}
        {known.TechnologyPoints !== undefined && (
          <span class="quiet">
            {' · '}
            {text.pointsLeft(
              formatNumber(known.TechnologyPoints),
              formatNumber(known.AncientTechnologyPoints ?? 0),
            )}
          </span>
        )}
      </p>
      <TechnologyRows
        levels={levels}
        chosen={chosen.value}
        onChoose={(next) => {
          chosen.value = next;
        }}
      />
      {picked.length > 0 && (
        <TechnologyBar
          picked={picked}
          details={details}
          onClear={() => {
            chosen.value = new Set();
          }}
        />
      )}
    </>
  );
}
