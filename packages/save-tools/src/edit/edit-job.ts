import { job } from '@palatine/platform/job';
import { checkSave, diffSaves, newViolations, type OpenSave, unpackSave } from '@palatine/save';
import type { EditFindings, ExaminerCalls, SharedFile } from './edit-thread.ts';

job<undefined, EditFindings, ExaminerCalls>(async (_, calls) => {
  const before = openSave(await calls.opened());
  const violations = checkSave(before);
  const edited = openSave(await calls.edited());
  const after = new Map([...before, ...edited]);
  const broken = newViolations(violations, checkSave(after));
  const records = diffSaves(before, after);
  return { broken, records, badlyPacked: badlyPacked(edited, await calls.packed()) };
});

function badlyPacked(edited: OpenSave, packed: ReadonlyMap<string, Uint8Array>): string[] {
  const unpacked = unpackSave(new Map([...packed].map(([path, bytes]) => [path, Buffer.from(bytes)])));
  return [...edited.keys()].filter((path) => {
    const { gvas } = edited.get(path) ?? {};
    return gvas === undefined || unpacked.get(path)?.gvas.equals(gvas) !== true;
  });
}

function openSave(files: readonly SharedFile[]): OpenSave {
  return new Map(
    files.map(({ path, gvas }) => {
      const bytes = Buffer.from(gvas.buffer, gvas.byteOffset, gvas.byteLength);
      return [path, { path, container: 'GVAS', packed: bytes, gvas: bytes }];
    }),
  );
}
