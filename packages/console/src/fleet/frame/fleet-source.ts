import { searchFleetPlayers } from '@palatine/contract';
import UserRound from 'lucide/dist/esm/icons/user-round.mjs';
import type { PaletteSource } from '../../commands/palette-hit.ts';
import { worldHref } from '../../navigation/place.ts';
import { fleetClient, may } from '../../session/session.ts';

/** ms without another letter before the gateway is asked. */
const DELAY_MS = 80;

/** The players of every world; choosing one opens the console of that world. */
export const fleetPlayersSource: PaletteSource = {
  id: 'fleet players',
  kinds: ['player'],
  delayMs: DELAY_MS,
  async find(text, { limit, signal }) {
    if (!may(searchFleetPlayers)) return [];
    const { Rows } = await fleetClient().call(searchFleetPlayers, {
      query: { Find: text, Limit: limit },
      signal,
    });
    return Rows.map(({ World, WorldName, Uid, Name }) => ({
      kind: 'player',
      id: `${World} ${Uid}`,
      name: Name,
      note: WorldName,
      icon: UserRound,
      run: () => location.assign(worldHref(World, `/players/${Uid}`)),
    }));
  },
};
