import { editDistance } from '@palatine/world/near-spelling';

/** The name that was probably meant: equal in another case, or at most two edits away. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const most = Math.min(2, Math.floor(wanted.length / 2));
  const [best] = names
    .map((name) => ({ name, edits: editDistance(wanted, name.toLowerCase(), most) }))
    .sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= most ? best.name : undefined;
}
