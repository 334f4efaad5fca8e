import type { Attention } from '@palatine/contract';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import './health.css';

/** The open problems, the worst first; a calm line when there are none. */
export function AttentionList({ of }: { of: readonly Attention[] }) {
  const text = texts.value.health;
  if (of.length === 0) return <Status tone="ok">{text.nothing}</Status>;
  return (
    <ul class="attention">
      {of.map(({ Kind, Level, Message }) => (
        <li key={`${Kind} ${Message}`}>
          <Status tone={Level === 'Error' ? 'danger' : 'warn'}>{Message}</Status>
        </li>
      ))}
    </ul>
  );
}
