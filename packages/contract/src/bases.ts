import { EXAMPLE_IDS } from './example-ids.ts';
import type { Guid } from './identifiers.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/** Contents of a base, in numbers. */
export const BaseCounts = Type.closedObject({
  ...Type.eachOf(['BaseCampPals', 'StorageContainers'], Type.Int32),
  ItemStacks: Type.count32('Stacks in its storage containers'),
  ItemCount: Type.count32('Units in those stacks'),
  ...Type.eachOf(['Buildings', 'DropItems', 'DefenseModels', 'OtherMapObjects'], Type.Int32),
  PalBox: Type.boolean('Whether it has a Palbox'),
});

export const deleteBase = route('POST /v1/pdapi/deletebase/:base_camp_id', 'Delete base', {
  tag: 'World',
  permission: 'REST.Base.Delete',
  summary: 'Delete a base camp, after archiving it',
  notes: notes.deleteBase,
  attached: 'Delivered',
  body: Type.Object({}),
  reply: Type.closedObject({
    BaseCamp: Type.closedObject({ Id: Type.GuidText, Summary: Type.String() }),
    Deleted: BaseCounts,
    Archive: Type.text('Path of the archive, relative to the data directory'),
  }),
  errors: words('INVALID_BASE_CAMP_ID BASE_CAMP_MANAGER_UNAVAILABLE BASE_CAMP_NOT_FOUND DELETE_BASE_FAILED'),
  onStorageFailure: 'DELETE_BASE_FAILED',
});

/** `deletebase-20260131T235959123Z-<camp id>.json.gz`. */
const ARCHIVE_NAME =
  /^deletebase-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z-([0-9A-F]{8}(?:-[0-9A-F]{8}){3})\.json\.gz$/;

/** The deleted camp and the time (ISO 8601, UTC) in the name of an archive; undefined for any other name. */
export function parseArchiveName(name: string): { campId: Guid; deletedAt: string } | undefined {
  const [, year, month, day, hour, minute, second, millisecond, campId = ''] = ARCHIVE_NAME.exec(name) ?? [];
  const deletedAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`;
  return campId === '' || Number.isNaN(Date.parse(deletedAt)) ? undefined : { campId, deletedAt };
}

export const ArchiveEntry = Type.closedObject({
  File: Type.text('Name of the file in the folder Archives of the data directory'),
  CampId: Type.GuidText,
  DeletedAt: Type.IsoTime,
  GuildId: Type.text('The guild of the base; empty when the archive cannot be read'),
  GuildName: Type.text('Its name when the base was deleted'),
  Summary: Type.text('The deleted contents; empty when the archive cannot be read'),
  Problem: Type.optionalText('Why this archive cannot be restored'),
});
export type ArchiveEntry = Type.Static<typeof ArchiveEntry>;

/** Maximum archives of a page: the beginning of each is read for it. */
const MAX_ARCHIVES = 100;

export const getArchives = route('GET /v1/palatine/archives', 'List archives', {
  tag: 'World',
  permission: 'Palatine.Archives.Read',
  summary: 'The archives of deleted bases, newest first',
  notes: notes.getArchives,
  query: Type.Object({
    Limit: Type.wholeNumber('Archives of the page; 50 unless given', 1, MAX_ARCHIVES),
    Cursor: Type.filter('Next of the page before'),
  }),
  reply: Type.closedObject({ Archives: Type.Array(ArchiveEntry), Next: Type.LIST_META.Next }),
});
export type ArchivesPage = Type.Static<typeof getArchives.reply>;

export const restoreBase = route('POST /v1/palatine/archives/:file/restore', 'Restore base', {
  tag: 'World',
  permission: 'Palatine.Archives.Restore',
  summary: 'Bring a deleted base back from its archive',
  notes: notes.restoreBase,
  game: true,
  attached: 'Impossible',
  body: Type.Object({}),
  reply: Type.closedObject({
    BaseCamp: Type.closedObject({ Id: Type.GuidText, Summary: Type.String() }),
    Restored: BaseCounts,
    File: Type.text('Name of the archive, which stays'),
  }),
  errors: ['ARCHIVE_NOT_FOUND', 'ARCHIVE_UNREADABLE', 'ARCHIVE_CONFLICT'],
  examples: [{ params: { file: EXAMPLE_IDS.archive }, body: {} }],
});
