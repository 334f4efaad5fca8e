import { type FleetList, putFleetList } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Name } from '../../faces/Name.tsx';
import { Time } from '../../faces/Time.tsx';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { may } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';
import { listPath, useFleetLists } from './fleet-lists.ts';
import { ListDialog } from './ListDialog.tsx';

/** Every shared list, with how much stands on it. */
export function AllLists(): JSX.Element {
  const text = fleetTexts.value.lists;
  const lists = useFleetLists();
  const creating = useSignal(false);
  const mayWrite = may(putFleetList);
  return (
    <PageBody>
      <Card
        title={text.title}
        note={<Age of={lists} />}
        tools={
          mayWrite && (
            <Button
              onClick={() => {
                creating.value = true;
              }}
            >
              <Icon shape={Plus} size={16} />
              {text.create}
            </Button>
          )
        }
        flush
      >
        <Faces of={lists} empty={text.none}>
          {(all) => <ListTable lists={all} />}
        </Faces>
      </Card>
      {creating.value && (
        <ListDialog
          list={undefined}
          onClose={() => {
            creating.value = false;
          }}
          onSaved={(name) => navigate(hrefOf(listPath(name)))}
        />
      )}
    </PageBody>
  );
}

function ListTable({ lists }: { lists: readonly FleetList[] }): JSX.Element {
  const text = fleetTexts.value.lists;
  const worlds = fleetWorlds.value.value ?? [];
  return (
    <PlainTable
      label={text.title}
      rows={lists}
      keyOf={({ List }) => List}
      columns={[
        { title: text.name, cell: ({ List }) => <a href={hrefOf(listPath(List))}>{List}</a> },
        { title: text.titleField, cell: ({ Title }) => <Name text={Title} otherwise="–" /> },
        { title: text.kind, cell: ({ Kind }) => text.kinds[Kind] },
        { title: text.active, figures: true, cell: ({ Active }) => formatNumber(Active) },
        { title: text.total, figures: true, cell: ({ Total }) => formatNumber(Total) },
        {
          title: text.offers,
          figures: true,
          cell: ({ List, Offers }) =>
            Offers === 0 ? (
              formatNumber(0)
            ) : (
              <a href={hrefOf(listPath(List, 'offers'))}>{formatNumber(Offers)}</a>
            ),
        },
        {
          title: text.enforced,
          figures: true,
          cell: ({ List }) => formatNumber(worlds.filter(({ Lists }) => Lists.includes(List)).length),
        },
        { title: text.changed, cell: ({ ChangedAt }) => <Time at={ChangedAt} /> },
      ]}
    />
  );
}
