import { useEffect } from 'preact/hooks';
import { useResource } from '../data/use-resource.ts';
import { Failure } from '../faces/Failure.tsx';
import { texts } from '../texts/texts.ts';
import type { Action, Consequence } from './action.ts';
import type { ActionRun } from './action-run.ts';
import { isolated, type Target, targetName } from './target.ts';
import './consequences.css';
import { formatDuration } from '../data/format.ts';
import { sessionFacts } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { levelOf } from './ladder.ts';
import { MANY_BANS } from './punishing.ts';
import { isStoppedByHand } from './server-control.ts';

/** Details of a consequence that are shown. */
const DETAILS = 24;

/** What an action brings about: what is always so, and what the service foresees for these targets. */
export function Consequences({ run }: { run: ActionRun }) {
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

function Line({ of: { text, tone = 'plain', details = [] } }: { of: Consequence }) {
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

/** Targets that are looked at before a bulk. */
const FORESEEN = 20;
/** Looks at the service at once. */
const AT_ONCE = 4;

function knownConsequences(action: Action, draft: Draft, targets: readonly Target[]): Consequence[] {
  const { outcomes } = texts.value;
  const known: Consequence[] = [];
  const add = (text: string, tone: Consequence['tone'] = 'plain') => known.push({ text, tone });
  if (action.id === 'kick') add(outcomes.kickPlayer);
  if (action.id === 'ban' && targets.length > MANY_BANS) add(outcomes.banMany(targets.length), 'danger');
  if (action.id === 'banAddress') add(outcomes.banAddress, 'warn');
  if (action.id === 'unban') add(outcomes.unbanKeepsAddress);
  if (action.id === 'forget') add(draft.everything ? outcomes.forgetAll : outcomes.forgetPoints, 'warn');
  if (action.id === 'alert' && sessionFacts.value?.World.Kind === 'Attached') {
    add(outcomes.alertImpossible, 'warn');
  }
  if (action.id === 'reloadConfig') add(outcomes.reload);
  if (action.id === 'cancelDelivery') add(outcomes.cancelDelivery, 'warn');
  if (action.route === 'startMaintenance' && isStoppedByHand()) {
    const seconds = draft.countdownSeconds ?? 0;
    if (seconds > 0) add(outcomes.countdownByHand(formatDuration(seconds * 1000)));
    else add(outcomes.untoldByHand, 'warn');
    add(outcomes.stoppedByHand, 'warn');
  }
  if (action.id === 'restoreBackup') add(outcomes.restoreBackup, 'danger');
  if (action.id === 'restoreBase') add(outcomes.restoreBase);
  if (targets[0]?.kind === 'file') add(outcomes.restoreFile);
  if (levelOf(action, draft, targets) === 1 && action.inverse === undefined) add(outcomes.noWayBack);
  return known;
}

/** Previews an action: all of it for one target, for many what differs among the first 20. */
async function foresee(action: Action, targets: readonly Target[], signal: AbortSignal) {
  const { preview } = action;
  if (preview === undefined) return [];
  const waiting = targets.slice(0, FORESEEN).entries(); // each worker takes the next one
  const found: { target: Target; consequences: readonly Consequence[] }[] = [];
  const work = async () => {
    for (const [at, target] of waiting) {
      found[at] = { target, consequences: await preview.call(action, target, signal) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
