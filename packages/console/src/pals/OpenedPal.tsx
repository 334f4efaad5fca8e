import { getPalDetails } from '@palatine/contract';
import type { JSX } from 'preact';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { client } from '../session/session.ts';
import { PalSheet } from './PalSheet.tsx';

/** The Pal of an instance id, whole. */
export function OpenedPal({ id }: { id: string }): JSX.Element {
  const pal = useResource((signal) => client().call(getPalDetails, { params: { id }, signal }), [id]);
  return <Faces of={pal}>{({ Row }) => <PalSheet pal={Row} />}</Faces>;
}
