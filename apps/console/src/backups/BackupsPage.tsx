import {
  type ArchiveEntry,
  getArchives,
  type getBackups,
  makeBackup,
  type RouteReply,
  restoreBase,
} from '@palatine/contract';
import { archiveTarget } from '../actions/action.ts';
import { openAction } from '../actions/dialog.ts';
import { formatBytes, formatNumber } from '../data/format.ts';
import type { Resource } from '../data/resource.ts';
import { useRefreshEvery, useReply } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { PageBody } from '../kit/Layout.tsx';
import type { MenuGroup } from '../kit/Menu.tsx';
import { Meter } from '../kit/Meter.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { may } from '../session/session.ts';
import { type Column, column, copyable, count, moments, type Sorting, words } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { CopyId, Name, Status } from '../views/Values.tsx';

export default function BackupsPage() {
  const text = texts.value.backups;
  const backups = useReply('getBackups', {}, /^backup\.made$/);
  const columns = backupColumns();
  const list = useWholeList({ resource: backups, rows: ({ Backups }) => Backups, columns, sorting: NEWEST });
  return (
    <PageBody>
      <ListCard
        id="backups"
        label={text.title}
        {...list}
        keyOf={({ Name: name }) => name}
        nameOf={({ Name: name }) => name}
        none={text.none}
        tools={<BackUpNow backups={backups} />}
      />
      <p class="quiet">
        {text.restore} <CopyId id="npx palatine world restore NAME" what="palatine world restore" />
      </p>
      {may(getArchives) && <Archives />}
    </PageBody>
  );
}

type Backup = RouteReply<typeof getBackups>['Backups'][number];

const NEWEST: Sorting = { sort: 'made', order: 'Descending' };

function backupColumns(): Column<Backup>[] {
  const text = texts.value.backups;
  return [
    copyable('name', text.name, ({ Name: name }) => name, { minPx: 220, fixed: true }),
    moments('made', text.made, ({ MadeAt }) => MadeAt, { as: 'moment' }),
    words('world', text.world, ({ World }) => World.Name, {
      minPx: 200,
      cell: ({ World }) => (
        <>
          <Name text={World.Name} />{' '}
          <span class="faint">{text.players(formatNumber(World.Players), formatNumber(World.Guilds))}</span>
        </>
      ),
    }),
    count('size', text.size, ({ Bytes }) => Bytes, { cell: ({ Bytes }) => formatBytes(Bytes) }),
    column('check', text.check, ({ Problems }) => Problems.length, {
      minPx: 140,
      atEnd: true,
      cell: ({ Problems }) => <Checked problems={Problems} />,
    }),
  ];
}

function Checked({ problems }: { problems: readonly string[] }) {
  const text = texts.value.backups;
  if (problems.length === 0) return <Status tone="ok">{text.sound}</Status>;
  return (
    <span title={problems.join('\n')}>
      <Status tone="warn">{text.problems(problems.length)}</Status>
    </span>
  );
}

function Archives() {
  const text = texts.value.backups;
  const archives = useReply('getArchives', {}, /^base\.deleted$/);
  const list = useWholeList({
    resource: archives,
    rows: ({ Archives: all }) => all,
    columns: archiveColumns(),
    sorting: { sort: 'deleted', order: 'Descending' },
    prefix: 'archives-',
  });
  return (
    <ListCard<ArchiveEntry>
      id="archives"
      isSecond
      label={text.archives}
      {...list}
      keyOf={({ File }) => File}
      nameOf={({ Summary, File }) => Summary || File}
      none={text.noArchives}
      {...(may(restoreBase) && { menuOf: archiveMenu })}
    />
  );
}

function archiveColumns(): Column<ArchiveEntry>[] {
  const text = texts.value.backups;
  const restoreColumn: Column<ArchiveEntry> = {
    id: 'actions',
    text: text.actions,
    minPx: 120,
    atEnd: true,
    cell: (entry) =>
      entry.Problem === undefined && <Button onClick={() => restore(entry)}>{text.restoreBase}</Button>,
  };
  return [
    column('summary', text.summary, ({ Summary, Problem = '' }) => Summary || Problem, {
      minPx: 240,
      grow: 3,
      fixed: true,
      cell: ({ Summary, Problem }) =>
        Problem === undefined ? Summary : <span class="field-error">{Problem}</span>,
    }),
    words('guild', text.guild, ({ GuildName }) => GuildName),
    moments('deleted', text.deleted, ({ DeletedAt }) => DeletedAt, { as: 'moment' }),
    ...(may(restoreBase) ? [restoreColumn] : []),
  ];
}

function archiveMenu(entry: ArchiveEntry, open: () => void): MenuGroup[] {
  const { backups, table } = texts.value;
  const opening = { id: 'open', text: table.keys.openRow, run: open };
  const restoring = { id: 'restore', text: backups.restoreBase, run: () => restore(entry) };
  return [{ id: 'archive', items: entry.Problem === undefined ? [opening, restoring] : [opening] }];
}

function restore({ File, Summary }: ArchiveEntry): void {
  openAction('restoreBase', archiveTarget(File, Summary));
}

export async function backUpNow(): Promise<void> {
  const text = texts.value.backups;
  const outcome = await send({ route: 'makeBackup', label: text.make, key: newKey(), body: {} });
  if (outcome.state === 'done') showToast({ text: text.started });
  else if (outcome.state !== 'stopped') showToast({ text: outcome.error.message, tone: 'danger' });
}

const PROGRESS_MS = 1000;

/** The button that starts a backup; while one runs, how far it is. */
function BackUpNow({ backups }: { backups: Resource<RouteReply<typeof getBackups>> }) {
  const text = texts.value.backups;
  const { Running, Failed } = backups.value.value ?? {};
  useRefreshEvery(PROGRESS_MS, [backups], Running !== undefined);

  async function begin(): Promise<void> {
    await backUpNow();
    await backups.refresh();
  }

  if (Running !== undefined) {
    const { Doing, By, Done = 0, Of = 0 } = Running;
    return (
      <Meter label={text.making} value={Done} max={Math.max(Of, 1)}>
        {text.doing(Doing, By)}
      </Meter>
    );
  }
  return (
    <>
      {Failed !== undefined && <Status tone="danger">{`${text.failed}: ${Failed.Message}`}</Status>}
      {may(makeBackup) && (
        <Button kind="primary" onClick={() => void begin()}>
          {text.make}
        </Button>
      )}
    </>
  );
}
