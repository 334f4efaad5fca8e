import { texts } from '../texts/texts.ts';
import { lookAlike } from './look-alike.ts';
import './faces.css';

/** A mark beside the name of a player that may pass for another one, with the reason; nothing beside any other. */
export function LookAlikeMark({ name }: { name: string }) {
  const why = lookAlike(name);
  if (why === undefined) return null;
  const { mark, because } = texts.value.faces.lookAlike;
  return (
    <span class="look-alike" title={because[why]}>
      {mark}
      <span class="spoken">: {because[why]}</span>
    </span>
  );
}
