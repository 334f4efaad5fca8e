import type { JSX } from 'preact';
import type { Draft } from './draft.ts';
import { problemOf } from './field-problems.ts';
import { type FieldProps, fillIn } from './field-props.ts';
import { Rows, type RowsProps } from './Rows.tsx';

/** The parts of a draft that are filled in row by row. */
type RowsField = 'items' | 'pals' | 'eggs' | 'templates';
type RowOf<Field extends RowsField> = Draft[Field][number];

/** Rows of a part of the draft, each with what the service found wrong with it. */
export function DraftRows<Field extends RowsField>(
  props: FieldProps &
    Omit<RowsProps<RowOf<Field>>, 'rows' | 'onChange' | 'problemOf'> & {
      field: Field;
    },
): JSX.Element {
  const { run, problems, field, ...rest } = props;
  return (
    <Rows<RowOf<Field>>
      {...rest}
      rows={run.draft.value[field]}
      onChange={(rows) => fillIn(run, { [field]: rows })}
      problemOf={(at) => problemOf(problems, field, at)}
    />
  );
}
