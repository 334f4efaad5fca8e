import type { PlayerDetails } from '@palatine/contract';
import { formatNumber } from '../../data/format.ts';
import { Unknown } from '../../faces/Unknown.tsx';
import { Meter } from '../../kit/Meter.tsx';
import { texts } from '../../texts/texts.ts';

/** The EXP of a player, and how far it is to the next level. */
export function ExpBar({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Exp, LevelExp } = details;
  if (Exp === undefined || LevelExp === undefined) return <Unknown />;
  const { From, To } = LevelExp;
  if (To === undefined) return <>{text.expAtMost(formatNumber(Exp))}</>;
  const said = text.expTo(formatNumber(Exp), formatNumber(To - Exp));
  return (
    <>
      {said}
      <Meter label={text.exp} value={Math.max(0, Exp - From)} max={To - From} text={said} />
    </>
  );
}
