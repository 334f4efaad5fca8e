import type { PalRow } from '@palatine/contract';
import { formatNumber } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** Slots of a page of the Palbox. */
const PAGE_SLOTS = 30;

/** Where a Pal is, with a way there. */
export function PalPlaceText({ pal }: { pal: Pick<PalRow, 'Place' | 'Owner'> }) {
  const text = texts.value.palDetails.places;
  const { Kind, Id = '', Slot } = pal.Place;
  const slot = Slot === undefined ? undefined : formatNumber((Slot % PAGE_SLOTS) + 1);
  switch (Kind) {
    case 'Team':
    case 'Palbox': {
      const isBox = Kind === 'Palbox' && Slot !== undefined;
      const page = isBox ? Math.floor(Slot / PAGE_SLOTS) : 0;
      return (
        <a
          href={hrefOf(
            `/players/${Id}/pals`,
            Kind === 'Palbox' ? { box: 'Palbox', page: String(page + 1) } : {},
          )}
        >
          {Kind === 'Team' ? text.team : text.palbox(formatNumber(page + 1), slot ?? '')}
          {pal.Owner !== undefined && (
            <>
              {' · '}
              <Name text={pal.Owner.Name} otherwise={pal.Owner.Uid} />
            </>
          )}
        </a>
      );
    }
    case 'Camp':
      return <a href={hrefOf(`/bases/${Id}/workers`)}>{text.camp}</a>;
    case 'Booth':
      return <span>{text.booth}</span>;
    default:
      return <span class="quiet">{text.elsewhere}</span>;
  }
}
