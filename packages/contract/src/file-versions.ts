import { LIMITS } from './limits.ts';
import * as Type from './type.ts';

// What the routes have in common that read and replace a file of the operator.

/** What is wrong with a file. `Path` is a JSON pointer into it; empty for the file as a whole. */
export const FileProblem = Type.closedObject({ Path: Type.Text, Message: Type.Text });
export type FileProblem = Type.Static<typeof FileProblem>;

/** A file as it is on disk. */
export const fileFields = {
  Name: Type.text('Without `.json`'),
  Bytes: Type.Integer({ minimum: 0 }),
  ChangedAt: Type.IsoTime,
  ETag: Type.text('Of its content, for `If-Match`'),
  Problems: Type.list(FileProblem, 'What keeps it from being used as it is'),
};

/** What a file said before it was replaced or deleted. */
export const FileVersion = Type.closedObject({
  ReplacedAt: Type.IsoTime,
  ETag: Type.Text,
  Bytes: Type.Integer({ minimum: 0 }),
  Text: Type.text('The file as it was; empty for a file that is not UTF-8'),
});
export type FileVersion = Type.Static<typeof FileVersion>;

export const KEPT_VERSIONS = 10;

export const FileText = Type.Optional(
  Type.String({ maxLength: LIMITS.fileChars, description: 'The file as it is to be, kept to the letter' }),
);

/** How a write says which version of a file it replaces. */
export const REPLACES_A_VERSION =
  'The write names the version that it replaces: `If-Match` with the `ETag` of the file, or `If-None-Match: *` for a file ' +
  'that is not there yet. Without either it is refused with `PRECONDITION_REQUIRED`; when the file says something else ' +
  'meanwhile, also by hand, with `FILE_CHANGED`. A file that says exactly what is sent counts as saved. The file is ' +
  'replaced whole or not at all.';

/** Where the versions of a file stay. */
export const VERSIONS_ARE_KEPT = `What it said before is kept: the last ${KEPT_VERSIONS} versions, also of a file that is deleted.`;
