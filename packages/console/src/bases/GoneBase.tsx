import { getArchives, restoreBase } from '@palatine/contract';
import type { JSX } from 'preact';
import { openAction } from '../actions/dialog.ts';
import { archiveTarget } from '../actions/target.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** The face of a base that is no longer there: its newest archive, and the way to the others. */
export function GoneBase({ id }: { id: string }): JSX.Element {
  const text = texts.value.bases;
  const archives = useResource(
    async (signal) =>
      may(restoreBase) && may(getArchives) ? (await client().getArchives({ signal })).Archives : [],
    [id],
  );
  const archive = archives.value.value?.find(({ CampId, Problem }) => CampId === id && Problem === undefined);
  return (
    <>
      <p>{text.gone}</p>
      {archive !== undefined && (
        <Button
          kind="primary"
          onClick={() => openAction('restoreBase', archiveTarget(archive.File, archive.Summary))}
        >
          {`${texts.value.actions.does.restoreBase.name}…`}
        </Button>
      )}
      <a href={hrefOf('/bases')}>{text.others}</a>
    </>
  );
}
