import { isFileName } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { palName } from '../data/catalogue.ts';
import { formatBytes } from '../data/format.ts';
import type { FileRow } from '../data/pal-files.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { DialogButton } from '../kit/Dialog.tsx';
import { Field, TextField } from '../kit/Fields.tsx';
import { navigate, type PathValues } from '../navigation/router.ts';
import { type Column, column, count, moments } from '../table/column.tsx';
import { filterOf, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog } from '../views/FormDialog.tsx';
import { Status } from '../views/Values.tsx';
import { type FileKind, fileHref, rulesKind, templateKind } from './file-kind.ts';
import { OpenedFile } from './OpenedFile.tsx';
import './files.css';

const nameOf = ({ Name }: FileRow) => Name;

/** The page of templates or of rules: files of one kind in a list, and the one of the address in the editor beside it. */
export default function FilesPage({ values: { tab, name } }: { values: PathValues }) {
  const kind = tab === 'rules' ? rulesKind : templateKind;
  const text = texts.value.templates;
  const files = useResource((signal) => kind.list(filterOf('find').trim(), signal), [kind], kind.id);
  useRefreshOn(files, /^template\.saved$/);
  const list = useWholeList({ resource: files, rows: (all) => all, columns: fileColumns() });
  return (
    <ListView<FileRow>
      id={kind.id}
      label={text[kind.id].title}
      {...list}
      keyOf={nameOf}
      nameOf={nameOf}
      filters={['find']}
      none={text[kind.id].none}
      noneMatch={text.noMatch}
      onOpen={(row) => navigate(fileHref(kind, row.Name), { replace: name !== undefined })}
      openKey={name ?? ''}
      tools={
        kind.mayWrite() && (
          <DialogButton icon={Plus} text={text.create}>
            {(close) => <NewFileDialog kind={kind} onClose={close} />}
          </DialogButton>
        )
      }
      {...(name !== undefined && {
        beside: <OpenedFile key={`${kind.id} ${name}`} kind={kind} name={name} />,
      })}
    >
      <SearchFilter name="find" label={text.find} />
      {name === undefined && <span class="quiet">{text[kind.id].hint}</span>}
    </ListView>
  );
}

function fileColumns(): Column<FileRow>[] {
  const text = texts.value.templates;
  return [
    column('name', text.name, nameOf, {
      minPx: 200,
      grow: 2,
      fixed: true,
      cell: ({ Name }) => <bdi>{Name}</bdi>,
    }),
    column('species', text.species, speciesOf, { grow: 1 }),
    column('problems', text.check, ({ Problems }) => Problems.length, {
      minPx: 120,
      atEnd: true,
      cell: ({ Problems }) =>
        Problems.length > 0 && <Status tone="danger">{text.problems(Problems.length)}</Status>,
    }),
    count('size', text.size, ({ Bytes }) => Bytes, { cell: ({ Bytes }) => formatBytes(Bytes) }),
    moments('changed', text.changedAt, ({ ChangedAt }) => ChangedAt),
  ];
}

function speciesOf({ PalID, Level }: FileRow): string {
  if (PalID === '') return '';
  return Level === undefined ? palName(PalID) : `${palName(PalID)} · ${texts.value.templates.level(Level)}`;
}

/** Asks for the name of a new file, and opens it in the editor. Nothing is written before it is saved. */
function NewFileDialog({ kind, onClose }: { kind: FileKind; onClose: () => void }) {
  const text = texts.value.templates;
  const name = useSignal('');
  const isGood = isFileName(`${name.value}.json`);
  const problem = name.value === '' || isGood ? undefined : text.badName;
  const open = async () => navigate(fileHref(kind, name.value, { new: '1' }));
  return (
    <FormDialog onClose={onClose} title={text[kind.id].newTitle} doText={text.open} ready={isGood} run={open}>
      <Field label={text.name} hint={text[kind.id].nameHint} error={problem}>
        <TextField bind={name} />
      </Field>
    </FormDialog>
  );
}
