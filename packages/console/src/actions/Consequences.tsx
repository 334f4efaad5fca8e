import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useResource } from '../data/use-resource.ts';
import { Failure } from '../faces/Failure.tsx';
import { texts } from '../texts/texts.ts';
import type { Consequence } from './action.ts';
import type { ActionRun } from './action-run.ts';
import { foresee, knownConsequences } from './consequences.ts';
import { isolated, targetName } from './target.ts';
import './consequences.css';

/** Details of a consequence that are shown. */
const DETAILS = 24;

/** What an action brings about: what is always so, and what the service foresees for these targets. */
export function Consequences({ run }: { run: ActionRun }): JSX.Element | null {
  const text = texts.value.actionDialog;
  const { action, targets } = run;
  const foreseen = useResource((signal) => foresee(action, targets, signal), [run]);
  const found = foreseen.value.value;
  useEffect(() => {
    if (found !== undefined) run.foreseen.value = true;
  }, [run, found]);
  const known = knownConsequences(action, run.draft.value, targets);
  if (known.length === 0 && action.preview === undefined) return null;
  const many = targets.length > 1;
  return (
    <section class="foreseen" aria-label={text.consequences} aria-busy={found === undefined}>
      <ul class="consequences">
        {known.map((each) => (
          <Line key={each.text} of={each} />
        ))}
        {found?.map(({ target, consequences }) =>
          consequences.map((each) => (
            <Line
              key={`${targetName(target)} ${each.text}`}
              of={many ? { ...each, text: `${isolated(targetName(target))}: ${each.text}` } : each}
            />
          )),
        )}
      </ul>
      {found === undefined && foreseen.error.value === undefined && <p class="faint">{text.foreseeing}</p>}
      {found !== undefined && found.length > 0 && found.length < targets.length && (
        <p class="faint">{text.foreseenFirst(found.length)}</p>
      )}
      {foreseen.error.value !== undefined && (
        <Failure error={foreseen.error.value} onAgain={() => void foreseen.refresh()} />
      )}
    </section>
  );
}

function Line({ of: { text, tone = 'plain', details = [] } }: { of: Consequence }): JSX.Element {
  const rest = details.length - DETAILS;
  return (
    <li class={tone}>
      {text}
      {details.length > 0 && (
        <p class="faint">
          {details.slice(0, DETAILS).join(' · ')}
          {rest > 0 && ` · ${texts.value.actionDialog.andMore(rest)}`}
        </p>
      )}
    </li>
  );
}
