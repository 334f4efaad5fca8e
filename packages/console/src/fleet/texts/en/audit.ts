/** Texts of the audit of a fleet. */
export const audit = {
  world: 'World',
  gateway: 'Gateway',
  csv: 'Save as CSV',
  /** Names of writes by the name of their route, or by what no route did; else that of the API document. */
  writes: { applyFleetLists: 'Apply shared lists' } as Readonly<Record<string, string>>,
};
