import { LIMITS } from './limits.ts';
import * as Type from './type.ts';

// Shared by the routes that read and replace an operator's file.

/** One problem of a file. `Path` is a JSON pointer into it; empty for the file as a whole. */
export const FileProblem = Type.closedObject({ Path: Type.String(), Message: Type.String() });
export type FileProblem = Type.Static<typeof FileProblem>;

export const fileFields = {
  Name: Type.text('Without `.json`'),
  Bytes: Type.Integer({ minimum: 0 }),
  ChangedAt: Type.IsoTime,
  ETag: Type.text('ETag of its content, for `If-Match`'),
  Problems: Type.list(FileProblem, 'Problems that keep it from being used'),
};

/** An earlier version of a replaced or deleted file. */
export const FileVersion = Type.closedObject({
  ReplacedAt: Type.IsoTime,
  ETag: Type.String(),
  Bytes: Type.Integer({ minimum: 0 }),
  Text: Type.text('The text of the file; empty for a file that is not UTF-8'),
});
export type FileVersion = Type.Static<typeof FileVersion>;

export const KEPT_VERSIONS = 10;

export const FileText = Type.Optional(
  Type.String({ maxLength: LIMITS.fileChars, description: 'The new text of the file, stored verbatim' }),
);

export const VERSIONS_ARE_KEPT = `The last ${KEPT_VERSIONS} versions are kept, also of a deleted file.`;
