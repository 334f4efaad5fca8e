import { useComputed, useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { palName } from '../data/catalogue.ts';
import { formatBytes } from '../data/format.ts';
import { useResource, useTouch } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { FormDialog } from '../faces/FormDialog.tsx';
import { Status, Time } from '../faces/Values.tsx';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { Field, SearchField, TextField } from '../kit/TextField.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import type { FileKind, FileRow } from './file-kind.ts';
import { OpenedFile } from './OpenedFile.tsx';
import './files.css';
import { isFileName } from '@palatine/contract';
import { assign } from '../kit/assign.ts';

/** Files of one kind in a list, and the one of the address in the editor beside it. */
export function FilesPage({ kind, name }: { kind: FileKind; name: string | undefined }) {
  const text = texts.value.templates;
  const find = useSignal('');
  const naming = useSignal(false);
  const wanted = useComputed(() => find.value.trim());
  const files = useResource((signal) => kind.list(wanted.value, signal), [kind]);
  useTouch(files, ({ Type }) => Type === 'template.saved');
  return (
    <PageBody flush>
      <div class={name === undefined ? 'files' : 'files opened'}>
        <section class="file-list" aria-label={text[kind.id].title}>
          <div class="file-tools">
            <SearchField label={text.find} value={find.value} onInput={(typed) => assign(find, typed)} />
            {kind.mayWrite() && (
              <Button onClick={() => assign(naming, true)}>
                <Icon shape={Plus} size={16} />
                {text.create}
              </Button>
            )}
          </div>
          <Faces of={files} empty={wanted.value === '' ? text[kind.id].none : text.noMatch}>
            {(rows) => (
              <ul>
                {rows.map((row) => (
                  <li key={row.Name}>
                    <Row kind={kind} row={row} current={row.Name === name} />
                  </li>
                ))}
              </ul>
            )}
          </Faces>
        </section>
        {name === undefined ? (
          <p class="empty file-hint">{text[kind.id].hint}</p>
        ) : (
          <OpenedFile key={`${kind.id} ${name}`} kind={kind} name={name} />
        )}
      </div>
      {naming.value && <NewFileDialog kind={kind} onClose={() => assign(naming, false)} />}
    </PageBody>
  );
}

function Row({ kind, row, current }: { kind: FileKind; row: FileRow; current: boolean }) {
  const text = texts.value.templates;
  const { Name, PalID, Level, Problems, ChangedAt, Bytes } = row;
  const species = PalID === '' ? '' : palName(PalID);
  return (
    <a
      href={hrefOf(`/${kind.id}/${encodeURIComponent(Name)}`)}
      aria-current={current ? 'page' : undefined}
      class="file-row"
    >
      <span class="file-name">
        <bdi>{Name}</bdi>
        {Problems.length > 0 && <Status tone="danger">{text.problems(Problems.length)}</Status>}
      </span>
      <span class="faint">
        {species !== '' && `${species}${Level === undefined ? '' : ` · ${text.level(Level)}`} · `}
        {formatBytes(Bytes)} · <Time at={ChangedAt} />
      </span>
    </a>
  );
}

/** Asks for the name of a new file, and opens it in the editor. Nothing is written before it is saved. */
function NewFileDialog({ kind, onClose }: { kind: FileKind; onClose: () => void }) {
  const text = texts.value.templates;
  const name = useSignal('');
  const isGood = isFileName(`${name.value}.json`);
  const problem = name.value === '' || isGood ? undefined : text.badName;
  const open = async () => navigate(hrefOf(`/${kind.id}/${encodeURIComponent(name.value)}`, { new: '1' }));
  return (
    <FormDialog onClose={onClose} title={text[kind.id].newTitle} doText={text.open} ready={isGood} run={open}>
      <Field label={text.name} hint={text[kind.id].nameHint} error={problem}>
        <TextField value={name.value} onInput={(value) => assign(name, value)} />
      </Field>
    </FormDialog>
  );
}
