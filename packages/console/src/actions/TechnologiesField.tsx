import X from 'lucide/dist/esm/icons/x.mjs';
import type { JSX } from 'preact';
import { nameOf } from '../data/catalogue.ts';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker } from './CataloguePicker.tsx';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';

/** Technologies one by one, or all of them. */
export function TechnologiesField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  const { technologies, everything } = run.draft.value;
  return (
    <>
      <Field label={text.addTechnology} disabled={everything} {...errorOf(problems, 'technologies')}>
        <CataloguePicker
          kinds={['Technologies']}
          id=""
          clears
          onPick={(id) => {
            if (id !== '') fillIn(run, { technologies: [...new Set([...technologies, id])] });
          }}
        />
      </Field>
      {technologies.length > 0 && !everything && (
        <ul class="chosen" aria-label={text.technologies}>
          {technologies.map((id) => (
            <li key={id}>
              <button
                type="button"
                class="chip"
                aria-label={text.remove(nameOf('Technologies', id))}
                onClick={() => fillIn(run, { technologies: technologies.filter((each) => each !== id) })}
              >
                {nameOf('Technologies', id)}
                <Icon shape={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Checkbox checked={everything} onChange={(next) => fillIn(run, { everything: next })}>
        {text.everything}
      </Checkbox>
    </>
  );
}
