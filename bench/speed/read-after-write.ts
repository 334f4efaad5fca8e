import type { Pace } from '../arguments.ts';
import type { LoadGenerator, LoadKind } from '../load.ts';
import { measureInTurn, measureRound, type Rounds } from '../round.ts';
import { copyDataFolder, postRequest, startPalatine } from '../servers.ts';
import { type Ratio, ratioOf } from '../statistics.ts';
import { givingItems, readingPlayers, type WriteWorld } from '../write-world.ts';

/** Writes that leave GET /players as it is. */
export const OTHER_WRITES = ['give/items', 'Broadcast'] as const;
type OtherWrite = (typeof OTHER_WRITES)[number];

export interface ReadAfterWriteFigures extends Rounds<OtherWrite> {
  /** The time of GET /players after the write, against that of the next one. */
  ratios: Record<OtherWrite, Ratio>;
}

/** One connection writes, reads the players, and reads them again, over and over. */
export async function measureReadAfterWrite(
  world: WriteWorld,
  load: LoadGenerator,
  pace: Pace,
): Promise<ReadAfterWriteFigures> {
  await using server = await startPalatine(copyDataFolder(world.data));
  const { port } = server;
  const writes: Record<OtherWrite, LoadKind> = {
    'give/items': givingItems(port, world.recipients),
    Broadcast: { requests: [postRequest(port, '/v1/pdapi/Broadcast', { Message: 'bench' })], share: 1 },
  };
  const read = readingPlayers(port, world, 1);
  const measured = await measureInTurn(OTHER_WRITES, pace, (write, settleMs, measureMs) =>
    measureRound(load, server, {
      kinds: [writes[write], read, read],
      connections: 1,
      settleMs,
      measureMs,
      minAnswers: 100,
    }),
  );
  return {
    ...measured,
    ratios: { 'give/items': ratioAfter('give/items'), Broadcast: ratioAfter('Broadcast') },
  };

  function ratioAfter(write: OtherWrite): Ratio {
    const p50sMs = (kind: number) =>
      measured.rounds[write].map(({ kinds }) => kinds[kind]?.p50Ms ?? Number.NaN);
    return ratioOf(p50sMs(1), p50sMs(2));
  }
}
