import type { Client } from '@palatine/client';
import { changeWhitelist, type WhitelistReply } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus, X } from 'lucide';
import type { Resource } from '../data/resource.ts';
import { useRefreshEvery, useReply } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { DialogButton } from '../kit/Dialog.tsx';
import { IdInput, SearchField } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card, Columns, Facts, PageBody } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { type Column, copyable, count, words } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { FormDialog } from '../views/FormDialog.tsx';
import { showFailure } from '../views/show-failure.ts';
import { CopyId, Name, Status } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import './server.css';

/** Ids of a list that are shown; the search finds the others. */
const SHOWN = 200;
/** The file may change at any time. */
const READ_MS = 5000;

/** The page of the whitelist of the game server. The list is a file; here it is read. */
export default function WhitelistPage() {
  const text = texts.value.server;
  const list = useReply('getWhitelist', {}, /^(whitelist\.unlisted$|player\.)/);
  useRefreshEvery(READ_MS, [list]);
  return (
    <PageBody>
      <AsyncView resource={list} rows={4}>
        {(value) => (
          <>
            <Card
              title={texts.value.shell.tabs.whitelist}
              {...(may(changeWhitelist) && { tools: <Tools whitelist={list} enabled={value.Enabled} /> })}
            >
              <Facts
                facts={[
                  [text.state, <State key="state" whitelist={value} />],
                  [text.kickMessage, <Name key="message" text={value.Message} otherwise="–" />],
                ]}
              />
              <ul class="consequences stack tight">
                {value.Problems.map((problem) => (
                  <li key={problem} class="warn">
                    {problem}
                  </li>
                ))}
              </ul>
              <p class="faint">{text.whitelistWhere}</p>
            </Card>
            {value.Enabled && <Unlisted whitelist={list} />}
            <Columns>
              <Ids
                title={text.listed(value.Players.length)}
                ids={value.Players}
                {...(may(changeWhitelist) && { onRemove: (id) => change(list, { Remove: [id] }) })}
              />
              <Ids title={text.grace} note={text.graceNote} ids={value.Grace} />
            </Columns>
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

type Change = Parameters<Client['changeWhitelist']>[0]['body'];

async function change(list: Resource<WhitelistReply>, body: Change): Promise<void> {
  await client().changeWhitelist({ body });
  await list.refresh();
}

function Tools({ whitelist, enabled }: { whitelist: Resource<WhitelistReply>; enabled: boolean }) {
  const text = texts.value.server;
  const id = useSignal('');
  return (
    <>
      <Button onClick={() => void change(whitelist, { Enabled: !enabled }).catch(showFailure)}>
        {enabled ? text.turnOff : text.turnOn}
      </Button>
      <DialogButton kind="primary" icon={Plus} text={text.addPlayer}>
        {(close) => (
          <FormDialog
            onClose={close}
            title={text.addTitle}
            doText={text.add}
            ready={id.value.trim() !== ''}
            run={async () => {
              await change(whitelist, { Add: [id.value.trim()] });
              id.value = '';
            }}
          >
            <IdInput label={text.addWho} hint={text.addHint} bind={id} />
          </FormDialog>
        )}
      </DialogButton>
    </>
  );
}

function State({ whitelist: { Enabled, DryRun, Players } }: { whitelist: WhitelistReply }) {
  const text = texts.value.server;
  if (!Enabled) return <Status tone="off">{text.off}</Status>;
  if (Players.length === 0) return <Status tone="warn">{text.empty}</Status>;
  return <Status tone={DryRun ? 'info' : 'ok'}>{DryRun ? text.dryRun : text.inForce}</Status>;
}

function Unlisted({ whitelist }: { whitelist: Resource<WhitelistReply> }) {
  const text = texts.value.server;
  const rows = ({ Unlisted }: WhitelistReply) => Unlisted;
  const list = useWholeList({ resource: whitelist, rows, columns: unlistedColumns() });
  return (
    <ListCard<UnlistedPlayer>
      id="unlisted"
      label={text.unlisted}
      {...list}
      keyOf={({ UserId }) => UserId}
      nameOf={({ Name: name, UserId }) => visibleText(name) || UserId}
      none={text.noneUnlisted}
    />
  );
}

type UnlistedPlayer = WhitelistReply['Unlisted'][number];

function unlistedColumns(): Column<UnlistedPlayer>[] {
  const { columns } = texts.value.server;
  return [
    words('name', columns.name, ({ Name: name }) => name, {
      minPx: 140,
      fixed: true,
      cell: ({ Name: name, UserId }) => <Name text={name} otherwise={UserId} />,
    }),
    copyable('userId', columns.userId, ({ UserId }) => UserId, { minPx: 250 }),
    count('level', columns.level, ({ Level }) => Level),
  ];
}

function Ids(props: {
  title: string;
  note?: string;
  ids: readonly string[];
  onRemove?: (id: string) => Promise<void>;
}) {
  const { title, note, ids, onRemove } = props;
  const text = texts.value.server;
  const find = useSignal('');
  const term = find.value.trim().toLowerCase();
  const matches = ids.filter((id) => id.toLowerCase().includes(term));
  return (
    <Card title={title} {...(note !== undefined && { note })}>
      {ids.length > SHOWN / 10 && <SearchField label={text.find} bind={find} />}
      {matches.length === 0 && <p class="quiet">{text.noneListed}</p>}
      <ul class="ids">
        {matches.slice(0, SHOWN).map((id) => (
          <li key={id}>
            <CopyId id={id} what={id} />
            {onRemove !== undefined && (
              <IconButton
                icon={X}
                label={text.remove(id)}
                onClick={() => void onRemove(id).catch(showFailure)}
              />
            )}
          </li>
        ))}
      </ul>
      {matches.length > SHOWN && (
        <p class="faint">{texts.value.actionDialog.andMore(matches.length - SHOWN)}</p>
      )}
    </Card>
  );
}
