import type { Attention } from '@palatine/contract';
import { said } from '../data/said.ts';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import './health.css';

/** The open problems, the worst first; "All good" without any. `findings`: warnings and errors of the doctor. */
export function AttentionList({ items, findings = 0 }: { items: readonly Attention[]; findings?: number }) {
  const text = texts.value.health;
  if (items.length + findings === 0) return <Status tone="ok">{text.nothing}</Status>;
  return (
    <ul class="stack">
      {items.map((item) => (
        <li key={`${item.Kind} ${item.Message}`}>
          <Status tone={item.Level === 'Error' ? 'danger' : 'warn'}>{said(item)}</Status>
        </li>
      ))}
      {findings > 0 && (
        <li>
          <Status tone="warn">{text.doctorFinds(findings)}</Status>
        </li>
      )}
    </ul>
  );
}
