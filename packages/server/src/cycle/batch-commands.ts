// How the edits of a delivery are named in the backups beside the save. The name is what ties a backup to its batch.

const DELIVER = 'server deliver';
const TAKE_BACK = 'server take back';

/** The edit that writes a batch into the save. */
export function deliverCommand(batch: string): string {
  return `${DELIVER} ${batch}`;
}

/** The edit that takes a batch out of the save again. */
export function takeBackCommand(batch: string): string {
  return `${TAKE_BACK} ${batch}`;
}

/** Whether an edit was made by a delivery, not by a command of an operator. */
export function isDeliveryEdit(command: string): boolean {
  return command.startsWith(`${DELIVER} `) || command.startsWith(`${TAKE_BACK} `);
}
