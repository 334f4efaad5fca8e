import {
  acceptFleetOffer,
  declineFleetOffer,
  type FleetList,
  type FleetOffer,
  getFleetOffers,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { CopyId } from '../../faces/CopyId.tsx';
import { describeError } from '../../faces/describe-error.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { MoreRows } from '../../faces/MoreRows.tsx';
import { Name } from '../../faces/Name.tsx';
import { Time } from '../../faces/Time.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Layout.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { showToast } from '../../kit/toasts.ts';
import { fleetClient, may } from '../../session/session.ts';
import { PAGE, useFleetPages } from '../parts/use-fleet-pages.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';
import { WorldLink } from '../world/WorldLink.tsx';

/** Bans that worlds have given by themselves, to be taken over or left. */
export function Offers({ list, onDecided }: { list: FleetList; onDecided: () => void }) {
  const text = fleetTexts.value.lists;
  const busy = useSignal(false);
  const input = { params: { list: list.List }, query: { Limit: PAGE } };
  const offers = useFleetPages(getFleetOffers, { rows: ({ Offers }) => Offers }, input);
  async function decide({ World, Kind, Id }: FleetOffer, accepted: boolean): Promise<void> {
    busy.value = true;
    try {
      const call = { params: { list: list.List }, body: { World, Kind, Id } };
      if (accepted) await fleetClient().call(acceptFleetOffer, call);
      else await fleetClient().call(declineFleetOffer, call);
      showToast({ text: accepted ? text.accepted(Id) : text.declined(Id), tone: 'ok' });
    } catch (error) {
      const { message, code } = describeError(error);
      showToast({ text: message, detail: code, tone: 'danger' });
    } finally {
      busy.value = false;
      onDecided();
      await offers.refresh();
    }
  }
  return (
    <Card title={text.offers} note={<Age of={offers} />} flush>
      <Faces of={offers} empty={text.noOffers}>
        {(rows) => (
          <>
            <OfferTable rows={rows} busy={busy.value} decide={decide} />
            <MoreRows of={offers} text={fleetTexts.value.lists.more} />
          </>
        )}
      </Faces>
    </Card>
  );
}

function OfferTable(props: {
  rows: readonly FleetOffer[];
  busy: boolean;
  decide: (offer: FleetOffer, accepted: boolean) => Promise<void>;
}) {
  const text = fleetTexts.value.lists;
  const mayDecide = may(acceptFleetOffer);
  return (
    <PlainTable
      label={text.offers}
      rows={props.rows}
      keyOf={({ World, Kind, Id }) => `${World} ${Kind} ${Id}`}
      columns={[
        { title: text.id, cell: ({ Id }) => <CopyId id={Id} what={text.id} /> },
        {
          title: text.offerFrom,
          cell: ({ World }) => <WorldLink world={World} name={worldName(World)} path="/bans" />,
        },
        { title: text.reason, cell: ({ Reason }) => <Name text={Reason} otherwise="–" /> },
        { title: text.by, cell: ({ BannedBy }) => <Name text={BannedBy} otherwise="–" /> },
        { title: text.at, cell: ({ BannedAt }) => <Time at={BannedAt} /> },
        ...(mayDecide
          ? [
              {
                title: text.decision,
                figures: true,
                cell: (offer: FleetOffer) => (
                  <span class="decision">
                    <Button
                      disabled={props.busy}
                      aria-label={`${text.accept}: ${offer.Id}`}
                      onClick={() => void props.decide(offer, true)}
                    >
                      {text.accept}
                    </Button>
                    <Button
                      kind="bare"
                      disabled={props.busy}
                      aria-label={`${text.decline}: ${offer.Id}`}
                      onClick={() => void props.decide(offer, false)}
                    >
                      {text.decline}
                    </Button>
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
