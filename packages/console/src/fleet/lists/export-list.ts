import { exportFleetList, type FleetBan } from '@palatine/contract';
import { describeError } from '../../faces/describe-error.ts';
import { showToast } from '../../kit/toasts.ts';
import { fleetClient } from '../../session/session.ts';
import { download } from '../../table/csv.ts';

/** Hands the entries of a list that count to the browser, in a form that can be imported elsewhere. */
export async function exportList(list: string, form: 'Json' | 'Text'): Promise<void> {
  try {
    const found = await fleetClient().call(exportFleetList, { params: { list } });
    if (form === 'Json') download(`${list}.json`, `${JSON.stringify(found, null, 2)}\n`, 'application/json');
    else download(`${list}.txt`, found.Bans.map(lineOf).join(''), 'text/plain');
  } catch (error) {
    const { message, code } = describeError(error);
    showToast({ text: message, detail: code, tone: 'danger' });
  }
}

/** An entry as an import reads it. */
function lineOf({ Id, Reason }: FleetBan): string {
  return `${Id} ${Reason.replaceAll(/\s+/g, ' ')}`.trim().concat('\n');
}
