import { DELIVERY_STATES, type Delivery, getDeliveries } from '@palatine/contract';
import { ACTIONS } from '../actions/action-table.ts';
import { isOffered, offerOf } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { withNames } from '../data/catalogue.ts';
import { usePages } from '../data/rows.ts';
import { Button } from '../kit/Button.tsx';
import { optionsOf } from '../kit/Fields.tsx';
import { hrefOf } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { type Column, column, count, moments, words } from '../table/column.tsx';
import { ChoiceFilter, filterOf, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { withoutEmpty } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';
import { NameLink, Status } from '../views/Values.tsx';
import { DELIVERY_TONES } from './server-state.ts';

const keyOf = ({ Id }: Delivery) => Id;
const FILTERS = ['state', 'player'] as const;

/** The deliveries that wait to be written into the save, and the earlier ones. */
export default function DeliveriesPage() {
  const text = texts.value.server;
  const State = DELIVERY_STATES.find((state) => state === filterOf('state'));
  const query = withoutEmpty({ State, Player: filterOf('player').trim() });
  const deliveries = usePages(
    getDeliveries,
    {
      rows: ({ Deliveries }) => Deliveries,
      keyOf,
      refreshOn: /^(delivery|maintenance)\./,
      follows: outbox.open, // what was canceled here is so once its answer has come
    },
    { query },
  );
  return (
    <ListView<Delivery>
      id="deliveries"
      label={texts.value.shell.tabs.deliveries}
      list={deliveries}
      keyOf={keyOf}
      nameOf={({ Summary, Route }) => Summary || Route}
      columns={deliveryColumns()}
      filters={FILTERS}
      none={text.noDeliveries}
      tools={
        <a class="button plain" href={hrefOf('/players')}>
          {text.giveToPlayer}
        </a>
      }
      noneMatch={text.noneFits}
    >
      <ChoiceFilter
        name="state"
        label={text.columns.state}
        any={text.anyState}
        options={optionsOf(text.deliveryStates, DELIVERY_STATES)}
      />
      <div class="find-field">
        <SearchFilter name="player" label={text.columns.player} placeholder={text.playerFilter} />
      </div>
      <span class="quiet">{text.deliveriesNote}</span>
    </ListView>
  );
}

function deliveryColumns(): Column<Delivery>[] {
  const { columns } = texts.value.server;
  return [
    words('what', columns.what, ({ Summary, Route }) => withNames(Summary) || Route, {
      minPx: 200,
      grow: 2,
      fixed: true,
    }),
    column('player', columns.player, ({ PlayerName, Target }) => PlayerName || Target, {
      grow: 1,
      cell: (row) => <PlayerOf delivery={row} />,
    }),
    column('state', columns.state, ({ State }) => State, {
      minPx: 110,
      atEnd: true,
      cell: ({ State }) => (
        <Status tone={DELIVERY_TONES[State]}>{texts.value.server.deliveryStates[State]}</Status>
      ),
    }),
    moments('accepted', columns.accepted, ({ AcceptedAt }) => AcceptedAt),
    words('by', columns.by, ({ Issuer }) => Issuer),
    count('attempts', columns.attempts, ({ Attempts }) => Attempts),
    words('reason', columns.reason, ({ Reason }) => Reason),
    { id: 'actions', text: columns.actions, minPx: 170, cell: (row) => <Choices delivery={row} /> },
  ];
}

function PlayerOf({ delivery: { PlayerUID, PlayerName, Target } }: { delivery: Delivery }) {
  if (PlayerUID === '') return <>{texts.value.server.aBase}</>;
  return <NameLink href={hrefOf(`/players/${PlayerUID}`)} text={PlayerName} otherwise={Target} />;
}

function Choices({ delivery: { Id, Summary, State } }: { delivery: Delivery }) {
  const text = texts.value.server;
  const target = { kind: 'delivery', id: Id, name: withNames(Summary), state: State } as const;
  const button = (id: 'cancelDelivery' | 'retryDelivery', word: string) =>
    isOffered(ACTIONS[id], target) &&
    offerOf(ACTIONS[id], [target]).possible.length > 0 && (
      <Button onClick={() => openAction(id, target)}>{word}</Button>
    );
  return (
    <span class="cluster">
      {button('cancelDelivery', text.cancel)}
      {State === 'Failed' && button('retryDelivery', text.retry)}
    </span>
  );
}
