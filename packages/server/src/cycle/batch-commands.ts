// How the edits of a delivery are named in the backups beside the save. The name is what ties a backup to its batch.

/** The edit that writes a batch into the save. */
export function deliverCommand(batch: string): string {
  return `server deliver ${batch}`;
}

/** The edit that takes a batch out of the save again. */
export function takeBackCommand(batch: string): string {
  return `server take back ${batch}`;
}
