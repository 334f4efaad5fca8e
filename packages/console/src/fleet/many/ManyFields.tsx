import { LIMITS } from '@palatine/contract';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Name } from '../../faces/Name.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { WorldState } from '../world/WorldState.tsx';
import type { ManyIntent } from './many-open.ts';
import type { ManyDraft } from './send-many.ts';

/** What has to be said for a write to many worlds, and the worlds by name. */
export function ManyFields(props: { intent: ManyIntent; draft: Signal<ManyDraft> }): JSX.Element {
  const { intent, draft } = props;
  const { kind, worlds } = intent;
  const text = fleetTexts.value.many;
  const change = (part: Partial<ManyDraft>) => {
    draft.value = { ...draft.value, ...part };
  };
  const absent = worlds.filter(({ State }) => State !== 'Online').length;
  return (
    <>
      {kind === 'broadcast' && (
        <Field label={text.message}>
          <TextArea
            value={draft.value.message}
            maxLength={LIMITS.messageChars}
            onInput={(message) => change({ message })}
          />
        </Field>
      )}
      {(kind === 'ban' || kind === 'unban') && (
        <>
          <Field label={text.userId} hint={text.userIdHint}>
            <TextField
              value={draft.value.userId}
              maxLength={LIMITS.idChars}
              spellCheck={false}
              onInput={(userId) => change({ userId })}
            />
          </Field>
          <Field label={text.reason}>
            <TextField
              value={draft.value.reason}
              maxLength={LIMITS.reasonChars}
              onInput={(reason) => change({ reason })}
            />
          </Field>
        </>
      )}
      <section class="many-worlds" aria-label={text.targets}>
        <h3>{text.targets}</h3>
        <ul>
          {worlds.map(({ World, Name: name, State }) => (
            <li key={World}>
              <Name text={name} otherwise={World} />
              {State !== 'Online' && <WorldState state={State} />}
            </li>
          ))}
        </ul>
      </section>
      {absent > 0 && <p class="behind">{text.notOnline(absent)}</p>}
      <p class="faint">{text.noTransaction}</p>
    </>
  );
}
