/** Of a longer name only the beginning sorts: it stands in the cursor of a page, which has to fit into a query. */
const MAX_CHARS = 100;

/** What a list sorts a name by. */
export function nameKey(name: string): string {
  return name.slice(0, MAX_CHARS).toLowerCase().slice(0, MAX_CHARS);
}
