import {
  type ArchiveEntry,
  getArchives,
  getBackups,
  makeBackup,
  type RouteReply,
  restoreBase,
} from '@palatine/contract';
import { archiveTarget } from '../actions/action.ts';
import { openAction } from '../actions/dialog.ts';
import { formatBytes, formatNumber } from '../data/format.ts';
import type { Resource } from '../data/resource.ts';
import { useEvery, useResource, useTouch } from '../data/use-resource.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { TableCard } from '../faces/TableCard.tsx';
import { Name, Status, Time } from '../faces/Values.tsx';
import { Button } from '../kit/Button.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { Meter } from '../kit/Meter.tsx';
import type { PlainColumn } from '../kit/PlainTable.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** The backups of the data folder, and the archives of deleted bases. */
export default function BackupsPage() {
  const text = texts.value.backups;
  const backups = useResource((signal) => client().call(getBackups, { signal }));
  useTouch(backups, ({ Type }) => Type === 'backup.made');
  return (
    <PageBody>
      <TableCard
        title={text.title}
        of={backups}
        rows={({ Backups }) => Backups}
        keyOf={({ Name: name }) => name}
        columns={[
          { title: text.made, cell: ({ MadeAt }) => <Time at={MadeAt} as="moment" /> },
          { title: text.name, cell: ({ Name: name }) => <CopyId id={name} what={text.name} /> },
          {
            title: text.world,
            cell: ({ World }) => (
              <>
                <Name text={World.Name} />{' '}
                <span class="faint">
                  {text.players(formatNumber(World.Players), formatNumber(World.Guilds))}
                </span>
              </>
            ),
          },
          { title: text.size, figures: true, cell: ({ Bytes }) => formatBytes(Bytes) },
          { title: text.check, cell: ({ Problems }) => <Checked problems={Problems} /> },
        ]}
        empty={text.none}
        tools={<BackUpNow backups={backups} />}
      />
      <p class="quiet">
        {text.restore} <CopyId id="palatine world restore NAME" what="palatine world restore" />
      </p>
      {may(getArchives) && <Archives />}
    </PageBody>
  );
}

function Checked({ problems }: { problems: readonly string[] }) {
  const text = texts.value.backups;
  if (problems.length === 0) return <Status tone="ok">{text.sound}</Status>;
  return (
    <details>
      <summary>
        <Status tone="warn">{text.problems(problems.length)}</Status>
      </summary>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </details>
  );
}

function Archives() {
  const text = texts.value.backups;
  const archives = useResource((signal) => client().getArchives({ signal }));
  useTouch(archives, ({ Type }) => Type === 'base.deleted');
  return (
    <TableCard
      title={text.archives}
      of={archives}
      rows={({ Archives: all }) => all}
      keyOf={({ File }) => File}
      columns={[
        { title: text.deleted, cell: ({ DeletedAt }) => <Time at={DeletedAt} as="moment" /> },
        { title: text.guild, cell: ({ GuildName }) => <Name text={GuildName} /> },
        {
          title: text.summary,
          cell: ({ Summary, Problem }) =>
            Problem === undefined ? Summary : <span class="field-error">{Problem}</span>,
        },
        ...(may(restoreBase) ? [restoreColumn()] : []),
      ]}
      empty={text.noArchives}
    />
  );
}

function restoreColumn(): PlainColumn<ArchiveEntry> {
  const text = texts.value.backups;
  return {
    title: text.actions,
    cell: ({ File, Summary, Problem }) =>
      Problem === undefined && (
        <Button onClick={() => openAction('restoreBase', archiveTarget(File, Summary))}>
          {text.restoreBase}
        </Button>
      ),
  };
}

/** How often the progress of a running backup is read, in ms. */
const PROGRESS_MS = 1000;

/** The button that starts a backup; while one runs, how far it is. */
function BackUpNow(props: { backups: Resource<RouteReply<typeof getBackups>> }) {
  const { backups } = props;
  const text = texts.value.backups;
  const { Running, Failed } = backups.value.value ?? {};
  useEvery(PROGRESS_MS, [backups], Running !== undefined);

  async function begin(): Promise<void> {
    const outcome = await send({ route: 'makeBackup', label: text.make, key: newKey(), body: {} });
    if (outcome.state === 'done') showToast({ text: text.started });
    else if (outcome.state !== 'stopped') showToast({ text: outcome.error.message, tone: 'danger' });
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
