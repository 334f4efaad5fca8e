import { startMaintenance } from '@palatine/contract';
import type { JSX } from 'preact';
import { openAction } from '../actions/dialog.ts';
import { formatBytes, formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Time } from '../faces/Time.tsx';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { outbox } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** The copies of the save folder, newest first. */
export function SaveBackups(): JSX.Element {
  const text = texts.value.server;
  const backups = useResource((signal) => {
    void outbox.open.value; // a backup that was asked for is in the list once it has ended
    return client().getServerBackups({ signal });
  });
  useTouch(backups, ({ Type }) => Type === 'maintenance.ended');
  return (
    <Card title={text.backups} flush>
      <Faces of={backups} rows={3} isEmpty={({ Backups }) => Backups.length === 0} empty={text.noBackups}>
        {({ Backups }) => (
          <PlainTable
            label={text.backups}
            rows={Backups}
            keyOf={({ Name }) => Name}
            columns={[
              { title: text.columns.name, cell: ({ Name }) => <code>{Name}</code> },
              { title: text.columns.made, cell: ({ MadeAt }) => <Time at={MadeAt} /> },
              { title: text.columns.size, figures: true, cell: ({ Bytes }) => formatBytes(Bytes) },
              { title: text.columns.files, figures: true, cell: ({ Files }) => formatNumber(Files) },
              {
                title: text.columns.actions,
                cell: ({ Name }) =>
                  may(startMaintenance) && (
                    <Button onClick={() => openAction('restoreBackup', { kind: 'backup', name: Name })}>
                      {text.restore}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Faces>
    </Card>
  );
}
