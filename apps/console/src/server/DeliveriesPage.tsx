import {
  cancelDelivery,
  DELIVERY_STATES,
  type Delivery,
  getDeliveries,
  retryDelivery,
} from '@palatine/contract';
import { ACTIONS } from '../actions/action-table.ts';
import { blockedBecause, surroundings } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { usePages } from '../data/use-pages.ts';
import { PagesCard } from '../faces/TableCard.tsx';
import { Name, Status, Time } from '../faces/Values.tsx';
import { Button } from '../kit/Button.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { hrefOf } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { may } from '../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../table/address-filters.tsx';
import { given } from '../table/list-address.ts';
import { texts } from '../texts/texts.ts';
import { toneOfDelivery } from './server-state.ts';

const keyOf = ({ Id }: Delivery) => Id;

/** What waits to be written into the save, and what became of earlier deliveries. */
export default function DeliveriesPage() {
  const text = texts.value.server;
  const { columns } = text;
  const chosen = filterOf('state');
  const State = DELIVERY_STATES.find((known) => known === chosen);
  const query = given({ State, Player: filterOf('player').trim() });
  const deliveries = usePages(
    getDeliveries,
    {
      rows: ({ Deliveries }) => Deliveries,
      keyOf,
      touchedBy: ({ Type }) => Type.startsWith('delivery.') || Type.startsWith('maintenance.'),
      follows: outbox.open, // what was canceled here is so once its answer has come
    },
    { query },
  );
  return (
    <PageBody
      toolbar={
        <>
          <ChoiceFilter
            name="state"
            label={text.columns.state}
            any={text.anyState}
            options={optionsOf(text.deliveryStates, DELIVERY_STATES)}
          />
          <div class="delivery-player">
            <SearchFilter name="player" label={text.columns.player} placeholder={text.playerFilter} />
          </div>
        </>
      }
    >
      <PagesCard
        title={texts.value.shell.pages.deliveries}
        note={text.deliveriesNote}
        of={deliveries}
        keyOf={keyOf}
        columns={[
          { title: columns.what, cell: ({ Summary, Route }) => <Name text={Summary} otherwise={Route} /> },
          { title: columns.player, cell: playerCell },
          {
            title: columns.state,
            cell: ({ State }) => <Status tone={toneOfDelivery(State)}>{text.deliveryStates[State]}</Status>,
          },
          { title: columns.accepted, cell: ({ AcceptedAt }) => <Time at={AcceptedAt} /> },
          { title: columns.by, cell: ({ Issuer }) => <Name text={Issuer} /> },
          { title: columns.attempts, figures: true, cell: ({ Attempts }) => Attempts },
          { title: columns.reason, cell: ({ Reason }) => <Name text={Reason} otherwise="–" /> },
          { title: columns.actions, cell: (delivery) => <Choices of={delivery} /> },
        ]}
        empty={Object.keys(query).length === 0 ? text.noDeliveries : text.noneFits}
        more={text.older}
      />
    </PageBody>
  );
}

function playerCell({ PlayerUID, PlayerName, Target }: Delivery) {
  if (PlayerUID === '') return texts.value.server.aBase;
  return (
    <a href={hrefOf(`/players/${PlayerUID}`)}>
      <Name text={PlayerName} otherwise={Target} />
    </a>
  );
}

function Choices({ of: { Id, Summary, State } }: { of: Delivery }) {
  const text = texts.value.server;
  const target = { kind: 'delivery', id: Id, name: Summary, state: State } as const;
  const possible = (id: 'cancelDelivery' | 'retryDelivery') =>
    blockedBecause(ACTIONS[id], target, surroundings()) === undefined;
  return (
    <span class="delivery-choices">
      {may(cancelDelivery) && possible('cancelDelivery') && (
        <Button onClick={() => openAction('cancelDelivery', target)}>{text.cancel}</Button>
      )}
      {may(retryDelivery) && State === 'Failed' && possible('retryDelivery') && (
        <Button onClick={() => openAction('retryDelivery', target)}>{text.retry}</Button>
      )}
    </span>
  );
}
