import { cancelDelivery, DELIVERY_STATES, type Delivery, MAX_PAGE, retryDelivery } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { ACTIONS } from '../actions/action-table.ts';
import { blockedBecause, surroundings } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { hrefOf } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../table/address-filters.tsx';
import { texts } from '../texts/texts.ts';
import { toneOfDelivery } from './server-state.ts';

/** Deliveries that are shown at first, and each time more are asked for. */
const PAGE = 100;

/** What waits to be written into the save, and what became of earlier deliveries. */
export default function DeliveriesPage() {
  const text = texts.value.server;
  const [chosen, player] = [filterOf('state'), filterOf('player')];
  const state = DELIVERY_STATES.find((known) => known === chosen);
  const limit = useSignal(PAGE);
  const deliveries = useResource(
    (signal) => {
      void outbox.open.value; // what was canceled here is so once its answer has come
      const filters = {
        ...(state !== undefined && { State: state }),
        ...(player.trim() !== '' && { Player: player.trim() }),
      };
      return client().getDeliveries({ query: { ...filters, Limit: limit.value }, signal });
    },
    [state, player],
  );
  useTouch(deliveries, ({ Type }) => Type.startsWith('delivery.') || Type.startsWith('maintenance.'));
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
      <Card flush title={texts.value.shell.pages.deliveries} note={text.deliveriesNote}>
        <Faces
          of={deliveries}
          isEmpty={({ Deliveries }) => Deliveries.length === 0}
          empty={chosen + player === '' ? text.noDeliveries : text.noneFits}
        >
          {({ Deliveries, Next }) => (
            <>
              <List of={Deliveries} />
              {Next !== undefined && limit.value < MAX_PAGE && (
                <p class="face">
                  <Button onClick={() => assign(limit, Math.min(MAX_PAGE, limit.value + PAGE))}>
                    {text.older}
                  </Button>
                </p>
              )}
            </>
          )}
        </Faces>
      </Card>
    </PageBody>
  );
}

function List({ of }: { of: readonly Delivery[] }) {
  const text = texts.value.server;
  const { columns } = text;
  return (
    <PlainTable
      label={texts.value.shell.pages.deliveries}
      rows={of}
      keyOf={({ Id }) => Id}
      columns={[
        { title: columns.what, cell: ({ Summary, Route }) => <Name text={Summary} otherwise={Route} /> },
        {
          title: columns.player,
          cell: ({ PlayerUID, PlayerName, Target }) =>
            PlayerUID === '' ? (
              text.aBase
            ) : (
              <a href={hrefOf(`/players/${PlayerUID}`)}>
                <Name text={PlayerName} otherwise={Target} />
              </a>
            ),
        },
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
    />
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
