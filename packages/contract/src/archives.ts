import Type, { type Static } from 'typebox';
import { BaseCounts } from './bases.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import type { Guid } from './identifiers.ts';
import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Text } from './shapes.ts';

/** `deletebase-20260131T235959123Z-<camp id>.json.gz`: nothing else is the name of an archive. */
const ARCHIVE_NAME =
  /^deletebase-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z-([0-9A-F]{8}(?:-[0-9A-F]{8}){3})\.json\.gz$/;

/** What the name of an archive says: which camp was deleted, and when (ISO 8601, UTC). Undefined for any other name. */
export function parseArchiveName(name: string): { campId: Guid; deletedAt: string } | undefined {
  const [, year, month, day, hour, minute, second, millisecond, campId = ''] = ARCHIVE_NAME.exec(name) ?? [];
  const deletedAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`;
  return campId === '' || Number.isNaN(Date.parse(deletedAt)) ? undefined : { campId, deletedAt };
}

export const ArchiveEntry = closedObject({
  File: Type.String({ description: 'Name of the file in the folder Archives of the data directory' }),
  CampId: GuidText,
  DeletedAt: Type.String({ description: 'ISO 8601, UTC' }),
  GuildId: Type.String({ description: 'The guild of the base; empty when the archive cannot be read' }),
  GuildName: Type.String({ description: 'Its name when the base was deleted' }),
  Summary: Type.String({ description: 'What was deleted; empty when the archive cannot be read' }),
  Problem: Type.Optional(Type.String({ description: 'Why this archive cannot be restored' })),
});
export type ArchiveEntry = Static<typeof ArchiveEntry>;

/** Most archives of a page: the beginning of each is read for it. */
export const MAX_ARCHIVES = 100;

const filter = (description: string) =>
  Type.Optional(Type.String({ maxLength: LIMITS.filterChars, description }));

export const getArchives = route('GET /v1/palatine/archives', {
  tag: 'World',
  permission: 'Palatine.Archives.Read',
  title: 'List archives',
  summary: 'The archives of deleted bases, newest first',
  notes:
    'Every deletion of a base writes an archive first. Only the beginning of each file is read for this list, so an ' +
    'archive that is damaged further on shows no `Problem` here and is refused when it is restored.',
  query: Type.Object({
    Limit: filter(`1 to ${MAX_ARCHIVES}; 50 unless given`),
    Cursor: filter('Next of the page before'),
  }),
  reply: closedObject({
    Archives: Type.Array(ArchiveEntry),
    Next: Type.Optional(Type.String({ description: 'Cursor of the next page, left out on the last one' })),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Limit: '3' } }],
});
export type ArchivesPage = Static<typeof getArchives.reply>;

export const restoreBase = route('POST /v1/palatine/archives/:file/restore', {
  tag: 'World',
  permission: 'Palatine.Archives.Restore',
  title: 'Restore base',
  summary: 'Bring a deleted base back from its archive',
  notes:
    'The camp, its objects, their containers with all items, and its worker Pals come back as they were archived, ' +
    'with their ids, and the camp belongs to its guild again; rocks and treasure boxes that stayed are part of it again. All of it comes back, or nothing: `ARCHIVE_CONFLICT` ' +
    'when the base is there, its guild is gone, the archive is of another world, or one of its Pals, objects, ' +
    'containers or items has come into the world by another way. A base that was restored and deleted again has ' +
    'two archives; the newer one holds its last state.',
  game: true,
  attached: 'Impossible',
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({
    BaseCamp: closedObject({ Id: GuidText, Summary: Text }),
    Restored: BaseCounts,
    File: Type.String({ description: 'Name of the archive, which stays' }),
  }),
  errors: ['VALIDATION_FAILED', 'ARCHIVE_NOT_FOUND', 'ARCHIVE_UNREADABLE', 'ARCHIVE_CONFLICT'],
  examples: [{ params: { file: EXAMPLE_IDS.archive }, body: {} }],
});
