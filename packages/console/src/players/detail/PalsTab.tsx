import type { PalRow, PlayerDetails, PlayerPals } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import LayoutGrid from 'lucide/dist/esm/icons/layout-grid.mjs';
import List from 'lucide/dist/esm/icons/list.mjs';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { queryParameter, setQuery } from '../../navigation/router.ts';
import { COMPARED, PalCompare } from '../../pals/PalCompare.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';
import { BoxPage } from './BoxPage.tsx';
import './pals-tab.css';
import { formatNumber } from '../../data/format.ts';
import { assign } from '../../kit/assign.ts';

const box = queryParameter('box');
const page = queryParameter('page');
const look = queryParameter('look');

/** The Pals of a player: team, Palbox page by page, and the workers of the guild's bases. */
export function PalsTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const compared = useSignal<readonly PalRow[]>([]);
  const comparing = useSignal(false);
  const asList = useSignal(false);
  const pals = useResource(
    (signal) =>
      client().getPlayerPals({
        params: { uid },
        query: {
          Box: box.value || 'Team',
          Page: Math.max(0, Number(page.value || '1') - 1 || 0),
          ...(look.value !== '' && { Text: look.value }),
        },
        signal,
      }),
    [uid],
  );
  useTouch(pals, (event) => playersOf(event).includes(uid));
  function toggleCompared(pal: PalRow): void {
    const others = compared.value.filter(({ Id }) => Id !== pal.Id);
    const isNew = others.length === compared.value.length;
    compared.value = isNew ? [...others, pal].slice(-COMPARED.most) : others;
    if (compared.value.length < COMPARED.least) comparing.value = false;
  }
  return (
    <>
      <div class="tab-tools">
        <SearchField label={text.findPal} value={look.value} onInput={(value) => setQuery({ look: value })} />
        <Age of={pals} />
        <span class="toolbar-end">
          <IconButton
            icon={asList.value ? LayoutGrid : List}
            label={asList.value ? text.asCards : text.asList}
            onClick={() => assign(asList, !asList.value)}
          />
          {compared.value.length >= COMPARED.least && (
            <Button aria-pressed={comparing.value} onClick={() => assign(comparing, !comparing.value)}>
              {texts.value.palDetails.compared(compared.value.length)}
            </Button>
          )}
          <ActionButton action="givePals" target={playerTarget(details.Player)} text={text.givePals} />
        </span>
      </div>
      {comparing.value && <PalCompare pals={compared.value} onLeaveOut={toggleCompared} />}
      <Faces of={pals} rows={6} unknown={({ Known }) => (Known ? undefined : text.unknownPals)}>
        {(found) => (
          <>
            <BoxChoice boxes={found.Boxes ?? []} shown={found.Box ?? 'Team'} />
            <BoxPage
              found={found}
              compared={compared.value}
              onCompare={toggleCompared}
              asList={asList.value}
            />
          </>
        )}
      </Faces>
    </>
  );
}

/** The boxes of a player; while one looks for something, with how many of each fit. */
function BoxChoice({ boxes, shown }: { boxes: NonNullable<PlayerPals['Boxes']>; shown: string }) {
  const text = texts.value.player;
  let bases = 0;
  return (
    <fieldset class="chips">
      <legend class="spoken">{text.boxes}</legend>
      {boxes.map(({ Box, Slots, Occupied, Hits }) => {
        if (Box.startsWith('Camp:')) bases += 1;
        const name =
          Box === 'Team' ? text.team : Box === 'Palbox' ? text.palbox : text.base(formatNumber(bases));
        return (
          <button
            key={Box}
            type="button"
            aria-pressed={Box === shown}
            onClick={() => setQuery({ box: Box === 'Team' ? '' : Box, page: '' })}
          >
            {name}{' '}
            <span class="faint">
              {Hits === undefined
                ? text.of(formatNumber(Occupied), formatNumber(Slots))
                : text.fitting(formatNumber(Hits))}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
