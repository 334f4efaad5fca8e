import { texts } from '../texts/texts.ts';

/** Stands for a figure or a text that the world does not know: a dash for the eye, a word for the ear. */
export function Unknown({ why }: { why?: string }) {
  const text = why ?? texts.value.faces.unknown;
  return (
    <span class="faint" title={text}>
      <span aria-hidden="true">–</span>
      <span class="spoken">{text}</span>
    </span>
  );
}
