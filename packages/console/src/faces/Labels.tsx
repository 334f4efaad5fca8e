import { Name } from './Name.tsx';
import { Unknown } from './Unknown.tsx';
import './faces.css';

/** Short texts side by side, such as tags. */
export function Labels({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <Unknown />;
  return (
    <ul class="labels">
      {of.map((label) => (
        <li key={label}>
          <Name text={label} />
        </li>
      ))}
    </ul>
  );
}
