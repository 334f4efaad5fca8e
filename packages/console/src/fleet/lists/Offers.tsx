import {
  acceptFleetOffer,
  declineFleetOffer,
  type FleetList,
  type FleetOffer,
  getFleetOffers,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { usePages } from '../../data/use-pages.ts';
import { CopyId } from '../../faces/CopyId.tsx';
import { Name } from '../../faces/Name.tsx';
import { showFailure } from '../../faces/show-failure.ts';
import { PagesCard } from '../../faces/TableCard.tsx';
import { Time } from '../../faces/Time.tsx';
import { Button } from '../../kit/Button.tsx';
import { showToast } from '../../kit/toasts.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { worldName } from '../../worlds/fleet-worlds.ts';
import { WorldLink } from '../../worlds/WorldColumn.tsx';

const keyOf = ({ World, Kind, Id }: FleetOffer) => `${World} ${Kind} ${Id}`;

/** Bans that worlds have given by themselves, to be taken over or left. */
export function Offers({ list, onDecided }: { list: FleetList; onDecided: () => void }) {
  const text = texts.value.lists;
  const busy = useSignal(false);
  const params = { list: list.List };
  const offers = usePages(getFleetOffers, { rows: ({ Offers }) => Offers, keyOf }, { params });
  async function decide({ World, Kind, Id }: FleetOffer, accepted: boolean): Promise<void> {
    busy.value = true;
    try {
      await client().call(accepted ? acceptFleetOffer : declineFleetOffer, {
        params,
        body: { World, Kind, Id },
      });
      showToast({ text: accepted ? text.accepted(Id) : text.declined(Id), tone: 'ok' });
    } catch (error) {
      showFailure(error);
    } finally {
      busy.value = false;
      onDecided();
      await offers.refresh();
    }
  }
  const decision = (offer: FleetOffer, accepted: boolean, word: string) => (
    <Button
      kind={accepted ? 'plain' : 'bare'}
      disabled={busy.value}
      aria-label={`${word}: ${offer.Id}`}
      onClick={() => void decide(offer, accepted)}
    >
      {word}
    </Button>
  );
  const decisionColumn = {
    title: text.decision,
    figures: true,
    cell: (offer: FleetOffer) => (
      <span class="decision">
        {decision(offer, true, text.accept)}
        {decision(offer, false, text.decline)}
      </span>
    ),
  };
  return (
    <PagesCard
      title={text.offers}
      of={offers}
      keyOf={keyOf}
      columns={[
        { title: text.id, cell: ({ Id }) => <CopyId id={Id} what={text.id} /> },
        {
          title: text.offerFrom,
          cell: ({ World }) => <WorldLink world={World} name={worldName(World)} path="/bans" />,
        },
        { title: text.reason, cell: ({ Reason }) => <Name text={Reason} otherwise="–" /> },
        { title: text.by, cell: ({ BannedBy }) => <Name text={BannedBy} otherwise="–" /> },
        { title: text.at, cell: ({ BannedAt }) => <Time at={BannedAt} /> },
        ...(may(acceptFleetOffer) ? [decisionColumn] : []),
      ]}
      empty={text.noOffers}
      more={text.more}
    />
  );
}
