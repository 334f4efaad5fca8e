import type { WorldReply } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Card, Facts } from '../kit/Layout.tsx';
import { texts } from '../texts/texts.ts';

/** The command that makes a world of one's own save. */
const IMPORT = 'palatine world import SAVE_FOLDER';

/** Where the world comes from, and what its import did not find. */
export function WorldCard({ world }: { world: WorldReply }): JSX.Element {
  const text = texts.value.overview;
  const { Name: name, Kind, ImportedAt, SavedAt, GameBuild, InGameDay, Counts, Warnings } = world;
  return (
    <Card
      title={<Name text={name} />}
      note={InGameDay === undefined ? undefined : text.day(formatNumber(InGameDay))}
    >
      {Kind === 'Demo' ? (
        <p class="quiet">
          {text.demo} <CopyId id={IMPORT} what={IMPORT} />
        </p>
      ) : (
        <Facts
          of={[
            [text.saved, SavedAt && <Time key="saved" at={SavedAt} as="moment" />],
            [text.imported, <Time key="imported" at={ImportedAt} as="moment" />],
            [text.build, GameBuild === undefined ? undefined : String(GameBuild)],
          ]}
        />
      )}
      {Counts.WithoutPlayerFile > 0 && (
        <p>
          <Status tone="warn">{text.withoutFile(Counts.WithoutPlayerFile)}</Status>
        </p>
      )}
      {Warnings.map(({ File, Place, Message }) => (
        <p key={`${File} ${Place} ${Message}`}>
          <Status tone="warn">{Message}</Status> <code>{File}</code>
        </p>
      ))}
    </Card>
  );
}
