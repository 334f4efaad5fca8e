import type { JSX } from 'preact';
import { CatalogueList } from '../faces/CatalogueList.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { texts } from '../texts/texts.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';

/** Technologies one by one, or all of them. */
export function TechnologiesField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  const { technologies, everything } = run.draft.value;
  const { error } = errorOf(problems, 'technologies');
  return (
    <div class="field">
      <span class="field-label">{text.technologies}</span>
      {!everything && (
        <CatalogueList
          kind="Technologies"
          ids={technologies}
          label={text.addTechnology}
          onChange={(ids) => fillIn(run, { technologies: [...new Set(ids)] })}
        />
      )}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <Checkbox checked={everything} onChange={(next) => fillIn(run, { everything: next })}>
        {text.everything}
      </Checkbox>
    </div>
  );
}
