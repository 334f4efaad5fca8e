import type { Attention } from '@palatine/contract';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import './health.css';

/** The open problems, the worst first; "nothing needs attention" without any. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  if (items.length === 0) return <Status tone="ok">{texts.value.health.nothing}</Status>;
  return (
    <ul class="attention">
      {items.map(({ Kind, Level, Message }) => (
        <li key={`${Kind} ${Message}`}>
          <Status tone={Level === 'Error' ? 'danger' : 'warn'}>{Message}</Status>
        </li>
      ))}
    </ul>
  );
}
