import type { JSX } from 'preact';
import { Field } from '../kit/Field.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import type { ActionRun } from './action-run.ts';
import { armText } from './ladder.ts';

/** The name that is typed before an action of level 3 is armed. */
export function Arming({ run }: { run: ActionRun }): JSX.Element {
  const wanted = armText(run.targets);
  return (
    <Field label={<Wanted text={texts.value.actionDialog.typeToArm(wanted)} name={wanted} />}>
      <TextField
        value={run.typed.value}
        spellCheck={false}
        onInput={(typed) => {
          run.typed.value = typed;
        }}
      />
    </Field>
  );
}

/** The sentence with the name set apart. */
function Wanted({ text, name }: { text: string; name: string }): JSX.Element {
  const [before = '', ...after] = text.split(name);
  return (
    <span>
      {before}
      <bdi class="mono">{name}</bdi>
      {after.join(name)}
    </span>
  );
}
