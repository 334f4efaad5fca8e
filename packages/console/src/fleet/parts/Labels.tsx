import { Name } from '../../faces/Name.tsx';
import { Unknown } from '../../faces/Unknown.tsx';
import '../world/worlds.css';

/** Short texts side by side: tags, lists. */
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
