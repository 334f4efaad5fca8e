import { PalatineError } from '@palatine/client';
import { send } from '../../outbox/outbox.ts';
import { type Placing, placeToSave } from '../marks/placing.ts';

/** What became of a place that was to be saved. */
export type Saved = 'saved' | 'changed' | { readonly error: unknown };

/**
 * Saves where a picture lies, over the version that was read; `changed`: somebody else has saved one meanwhile.
 * @param key made when the picture was first moved, so that it is saved once
 */
export async function savePlace(placing: Placing, label: string, key: string): Promise<Saved> {
  const outcome = await send({
    route: 'putMapPicture',
    label,
    key,
    ifMatch: placing.etag === '' ? null : placing.etag,
    body: { [placing.region]: placeToSave(placing) },
  });
  if (outcome.state === 'done') return 'saved';
  const error = outcome.state === 'stopped' ? new Error(label) : outcome.error;
  return error instanceof PalatineError && error.code === 'FILE_CHANGED' ? 'changed' : { error };
}
